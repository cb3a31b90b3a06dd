import type {
  Background,
  Examples,
  Feature,
  FeatureChild,
  GherkinDocument,
  Pickle,
  Rule,
  Scenario,
  TableRow,
} from '@cucumber/messages';
import { append, each, join, mapped } from '@testpoint/core/built-ins';
import { TestNumbers } from '@testpoint/core/test-api';

const { create } = Object;

/** A scenario, or a row of an outline, as it is known before it runs. */
export interface KnownScenario {
  readonly pickle: Pickle;
  /** Relative to the id root. */
  readonly file: string;
  readonly titlePath: string[];
  readonly occurrence: number;
  readonly line: number | undefined;
  readonly parameters: Readonly<Record<string, string>> | undefined;
  readonly tags: string[];
}

/** A step as it is written. */
interface WrittenStep {
  keyword: string;
  isBackground: boolean;
}

interface Place {
  titles: string[];
  line: number;
}

interface Row extends Place {
  parameters: Record<string, string>;
}

type ById<T> = Record<string, T | undefined>;

/** What pickles leave out of the features that they come from, by the ids of its nodes. */
export class Features {
  readonly #fileOf: (uri: string) => string;
  readonly #scenarios: ById<Place> = create(null);
  readonly #rows: ById<Row> = create(null);
  readonly #steps: ById<WrittenStep> = create(null);
  /** By file. Scenarios that filters leave out count, too. */
  readonly #numbers: ById<TestNumbers> = create(null);

  /** @param fileOf the path of a file relative to the id root */
  constructor(fileOf: (uri: string) => string) {
    this.#fileOf = fileOf;
  }

  add({ feature }: GherkinDocument): void {
    if (feature !== undefined) each(feature.children, (child) => this.#addChild(child, titlesOf(feature, [])));
  }

  /** Call it once for each pickle, in their order. */
  scenarioOf(pickle: Pickle): KnownScenario {
    const file = this.#fileOf(pickle.uri);
    const [scenarioId = '', rowId = ''] = pickle.astNodeIds;
    const row = this.#rows[rowId];
    const { titles, line } = row ?? this.#scenarios[scenarioId] ?? { titles: [pickle.name], line: undefined };
    const numbers = this.#numbers[file] ?? new TestNumbers();
    this.#numbers[file] = numbers;
    return {
      ...{ pickle, file, line, titlePath: titles, occurrence: numbers.next(titles) },
      parameters: row?.parameters,
      tags: mapped(pickle.tags, ({ name }) => name),
    };
  }

  /** @param id of its node */
  step(id: string | undefined): WrittenStep | undefined {
    return this.#steps[id ?? ''];
  }

  #addChild({ background, rule, scenario }: Partial<FeatureChild>, above: string[]): void {
    if (background !== undefined) this.#addSteps(background, true);
    if (scenario !== undefined) this.#addScenario(scenario, above);
    if (rule !== undefined) each(rule.children, (child) => this.#addChild(child, titlesOf(rule, above)));
  }

  #addScenario(scenario: Scenario, above: string[]): void {
    this.#addSteps(scenario, false);
    const titles = extended(above, scenario.name === '' ? scenario.keyword : scenario.name);
    this.#scenarios[scenario.id] = { titles, line: scenario.location.line };
    each(scenario.examples, (examples) => {
      const around = titlesOf(examples, titles);
      each(examples.tableBody, (row) => {
        this.#rows[row.id] = rowOf(row, examples, around);
      });
    });
  }

  #addSteps({ steps }: Pick<Background, 'steps'>, isBackground: boolean): void {
    each(steps, ({ id, keyword }) => {
      this.#steps[id] = { keyword, isBackground };
    });
  }
}

/** A row is known by its values, so that a new row above it changes no id. */
function rowOf({ cells, location }: TableRow, { tableHeader }: Examples, above: string[]): Row {
  const parameters: Record<string, string> = {};
  const named: string[] = [];
  each(cells, ({ value }, index) => {
    const name = tableHeader?.cells[index]?.value ?? `${index + 1}`;
    parameters[name] = value;
    append(named, `${name}: ${value}`);
  });
  return { titles: extended(above, join(named, ', ')), line: location.line, parameters };
}

function titlesOf({ name }: Pick<Feature | Rule | Examples, 'name'>, above: string[]): string[] {
  return name === '' ? above : extended(above, name);
}

function extended(above: readonly string[], title: string): string[] {
  const titles = mapped(above, (one) => one);
  append(titles, title);
  return titles;
}

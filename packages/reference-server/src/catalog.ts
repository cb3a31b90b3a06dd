import { readFileSync } from 'node:fs';
import { Compile } from 'typebox/compile';
import { type CatalogContent, CatalogSchema } from './catalog-schema.js';

type Project = CatalogContent['projects'][number];
type Configuration = CatalogContent['configurations'][number];
type TestCase = CatalogContent['testCases'][number];
type TestPlan = CatalogContent['testPlans'][number];

interface Named {
  globalId: number;
  name: string;
}

/** The catalog is invalid. The message names the file and gives the JSON pointer and the problem of each mistake. */
export class CatalogError extends Error {
  readonly code = 'ERR_TESTPOINT_CATALOG';
  override readonly name = 'CatalogError';
}

/** Projects, configurations, test cases, test plans and users, found by their ids. */
export class Catalog {
  readonly users: CatalogContent['users'];
  readonly #projects: ReadonlyMap<number, Project>;
  readonly #configurations: ReadonlyMap<number, Configuration>;
  readonly #testCases: ReadonlyMap<number, TestCase>;
  readonly #plans: ReadonlyMap<number, { plan: TestPlan; testPoints: ReadonlySet<string> }>;

  constructor(content: CatalogContent) {
    this.users = content.users;
    this.#projects = byGlobalId(content.projects);
    this.#configurations = byGlobalId(content.configurations);
    this.#testCases = byGlobalId(content.testCases);
    this.#plans = new Map(
      content.testPlans.map((plan) => [
        plan.globalId,
        { plan, testPoints: new Set(plan.testPoints.map((point) => pair(point))) },
      ]),
    );
  }

  hasProject(globalId: number): boolean {
    return this.#projects.has(globalId);
  }

  projectName(globalId: number): string | undefined {
    return this.#projects.get(globalId)?.name;
  }

  /**
   * What the pages name. GUIDs are in lower case.
   * @param given names of configurations that the catalog does not name, by GUID
   */
  choices(given: ReadonlyMap<string, string>): {
    projects: Named[];
    plans: (Named & { projectGlobalId: number })[];
    configurations: { id: string; name: string }[];
  } {
    const configurations = new Map(given);
    for (const { globalId, id, name } of this.#configurations.values()) {
      const key = id.toLowerCase();
      configurations.set(key, name ?? given.get(key) ?? `Configuration ${globalId}`);
    }
    return {
      projects: [...this.#projects.values()].map(({ globalId, name = `Project ${globalId}` }) => ({ globalId, name })),
      plans: [...this.#plans.values()].map(({ plan: { globalId, projectGlobalId, name = `Plan ${globalId}` } }) => ({
        ...{ globalId, projectGlobalId, name },
      })),
      configurations: [...configurations].map(([id, name]) => ({ id, name })),
    };
  }

  plan(globalId: number): TestPlan | undefined {
    return this.#plans.get(globalId)?.plan;
  }

  configuration(globalId: number): Configuration | undefined {
    return this.#configurations.get(globalId);
  }

  testCase(globalId: number): TestCase | undefined {
    return this.#testCases.get(globalId);
  }

  planHas(planGlobalId: number, point: { configurationGlobalId: number; testCaseGlobalId: number }): boolean {
    return this.#plans.get(planGlobalId)?.testPoints.has(pair(point)) ?? false;
  }
}

/** For an open server without a catalog. */
export const EMPTY_CATALOG: CatalogContent = {
  users: [],
  projects: [],
  configurations: [],
  testCases: [],
  testPlans: [],
};

/** Reads a catalog from a JSON file, or takes it as an object. Throws a `CatalogError` if it is invalid. */
export function readCatalog(source: string | CatalogContent): Catalog {
  const name = typeof source === 'string' ? source : 'catalog';
  const content: unknown = typeof source === 'string' ? parseFile(source) : source;
  if (!validator.Check(content)) {
    const errors = validator.Errors(content).map((error) => `${error.instancePath || '/'} ${error.message}`);
    throw new CatalogError(report(name, errors));
  }
  const errors = [...crossCheck(content)];
  if (errors.length > 0) throw new CatalogError(report(name, errors));
  return new Catalog(content);
}

const validator = Compile(CatalogSchema);

function parseFile(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new CatalogError(`Cannot read the catalog ${file}: ${(cause as Error).message}`, { cause });
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new CatalogError(`The catalog ${file} is not valid JSON: ${(cause as Error).message}`, { cause });
  }
}

const MOST_ERRORS = 20;

function report(name: string, errors: string[]): string {
  const shown = errors.slice(0, MOST_ERRORS).map((error) => `\n  ${error}`);
  const rest = errors.length > MOST_ERRORS ? `\n  and ${errors.length - MOST_ERRORS} more` : '';
  return `The catalog ${name} is invalid:${shown.join('')}${rest}`;
}

/** Checks what a schema can't express: ids are unique, and references point to elements of the same project. */
function* crossCheck(content: CatalogContent): Generator<string> {
  const { projects, configurations, testCases, testPlans, users } = content;
  yield* repeated('users', users, 'userName', (user) => user.userName);
  for (const list of ['projects', 'configurations', 'testCases', 'testPlans'] as const) {
    yield* repeated(list, content[list], 'globalId', (element) => element.globalId);
  }
  yield* repeated('configurations', configurations, 'id', ({ id }) => id.toLowerCase());
  const projectIds = new Set(projects.map(({ globalId }) => globalId));
  for (const list of ['configurations', 'testCases', 'testPlans'] as const) {
    for (const [index, { projectGlobalId }] of content[list].entries()) {
      if (!projectIds.has(projectGlobalId)) {
        yield `/${list}/${index}/projectGlobalId names project ${projectGlobalId}, which is not in /projects`;
      }
    }
  }
  const targets = {
    configurationGlobalId: { list: 'configurations', known: byGlobalId(configurations) },
    testCaseGlobalId: { list: 'testCases', known: byGlobalId(testCases) },
  } as const;
  for (const [planIndex, plan] of testPlans.entries()) {
    for (const [index, point] of plan.testPoints.entries()) {
      for (const field of ['configurationGlobalId', 'testCaseGlobalId'] as const) {
        const where = `/testPlans/${planIndex}/testPoints/${index}/${field}`;
        const target = targets[field].known.get(point[field]);
        if (target === undefined) yield `${where} is ${point[field]}, which is not in /${targets[field].list}`;
        else if (target.projectGlobalId !== plan.projectGlobalId) {
          yield `${where} is ${point[field]}, which belongs to a different project than the plan`;
        }
      }
    }
  }
}

function* repeated<T>(list: string, elements: T[], field: string, value: (element: T) => unknown): Generator<string> {
  const first = new Map<unknown, number>();
  for (const [index, element] of elements.entries()) {
    const earlier = first.get(value(element));
    if (earlier === undefined) first.set(value(element), index);
    else yield `/${list}/${index}/${field} is the same as that of /${list}/${earlier}`;
  }
}

function byGlobalId<T extends { globalId: number }>(elements: T[]): Map<number, T> {
  return new Map(elements.map((element) => [element.globalId, element]));
}

function pair(point: { configurationGlobalId: number; testCaseGlobalId: number }): string {
  return `${point.configurationGlobalId} ${point.testCaseGlobalId}`;
}

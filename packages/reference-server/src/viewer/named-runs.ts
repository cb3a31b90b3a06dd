import type { Catalog } from '../catalog.js';
import type { Store } from '../database/store.js';
import type { RunFilter, RunView } from '../database/views.js';
import { ProblemError } from '../problem.js';

/** A run with the names of the catalog. */
export type NamedRun = RunView & { projectName: string | null; testPlanName: string | null };

/** Finds runs, and names what belongs to them. */
export class NamedRuns {
  readonly #store: Store;
  readonly #catalog: Catalog;

  constructor(store: Store, catalog: Catalog) {
    this.#store = store;
    this.#catalog = catalog;
  }

  /** The run with this GUID; upper and lower case are the same. Rejects with a 404 if it does not exist. */
  async find(id: string): Promise<NamedRun> {
    const run = await this.#store.viewRun(id.toLowerCase());
    if (run === undefined) throw new ProblemError(404, `There is no test run ${id}.`);
    return this.#named(run);
  }

  /** What the catalog names, and what sessions call their configurations. */
  async choices(): Promise<ReturnType<Catalog['choices']>> {
    return this.#catalog.choices(await this.#store.configurationNames());
  }

  /** The names of configurations, by GUID in lower case. */
  async configurationNames(): Promise<ReadonlyMap<string, string>> {
    const { configurations } = await this.choices();
    return new Map(configurations.map(({ id, name }) => [id, name]));
  }

  async list(filter: RunFilter): Promise<NamedRun[]> {
    return (await this.#store.viewRuns(filter)).map((run) => this.#named(run));
  }

  #named(run: RunView): NamedRun {
    const { projectGlobalId: project, testPlanGlobalId: plan } = run;
    return {
      ...run,
      projectName: project === null ? null : (this.#catalog.projectName(project) ?? null),
      testPlanName: plan === null ? null : (this.#catalog.plan(plan)?.name ?? null),
    };
  }
}

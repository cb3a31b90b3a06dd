import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type DeliverySettings, deliverySettings } from '@testpoint/core/cli';
import { ServiceClient } from '@testpoint/core/service';
import type { Faults } from '@testpoint/reference-server';
import {
  type Catalog,
  CONFIGURATION,
  catalogOf,
  PLAN,
  PROJECT,
  type TestPoint,
  testPointOf,
} from '../../../../scripts/one-plan.js';
import { CuttingProxy, type NetworkFaults } from '../network/cutting-proxy.js';
import { type Backend, type StartBackend, startOneServer } from './backend.js';

/** A result as stored by the service. */
export interface HeldResult {
  /** The service's GUID of the result. */
  id: string;
  autoTestExternalId: string;
  outcome: string;
  operation: string;
  body: Record<string, unknown>;
}

export interface HeldRun {
  id: string;
  status: string;
  testPoints: Record<'total' | 'Passed' | 'Skipped' | 'Blocked' | 'In progress' | 'Failed', number>;
}

/** A service behind a proxy that breaks connections. Both fail on command. */
export class ServiceUnderFire implements AsyncDisposable {
  readonly secretKey: string;
  readonly proxy: CuttingProxy;
  readonly #catalog: Catalog;
  readonly #backend: Backend;
  #before = new Set<string>();

  private constructor(backend: Backend, proxy: CuttingProxy, catalog: Catalog) {
    this.#backend = backend;
    this.proxy = proxy;
    this.#catalog = catalog;
    this.secretKey = catalog.users[0]?.secretKey ?? '';
  }

  /** @param externalIds of the autotests that it knows; `any`: it accepts everything */
  static async start(
    folder: string,
    externalIds: readonly string[] | 'any',
    startBackend: StartBackend = startOneServer,
  ): Promise<ServiceUnderFire> {
    // Every service has its own key, so a client that reaches a reused port is refused.
    const secretKey = randomBytes(18).toString('base64');
    const database = join(folder, `service-${randomBytes(4).toString('hex')}.db`);
    const open = externalIds === 'any';
    const catalog = catalogOf(open ? [] : externalIds, secretKey);
    const backend = await startBackend({ database, open, catalog });
    return new ServiceUnderFire(backend, await CuttingProxy.start(() => Number(new URL(backend.url).port)), catalog);
  }

  /** The address for clients. */
  get url(): string {
    return this.proxy.url;
  }

  /** The address that works even while the network is down. */
  get directUrl(): string {
    return this.#backend.url;
  }

  /** Settings of a flush that delivers to it. */
  flushSettings(changes: Partial<DeliverySettings> = {}): DeliverySettings {
    const { url, secretKey } = this;
    return deliverySettings({ url, secretKey, requestTimeout: 30_000, ...changes });
  }

  /** The environment of a suite that reports into a run, or creates one, with its outbox in this folder. */
  environment(outbox: string, runId?: string): Record<string, string> {
    return {
      ...{ TMS_URL: this.url, TMS_SECRET_KEY: this.secretKey, TMS_OUTBOX_DIR: outbox, TMS_CI: '0' },
      ...{ TMS_TEST_PLAN_GLOBAL_ID: `${PLAN}`, TMS_CONFIGURATION_ID: CONFIGURATION.id },
      // For the old interface, and to create runs.
      TMS_CONFIGURATION_GLOBAL_ID: `${CONFIGURATION.globalId}`,
      ...(runId !== undefined && { TMS_TEST_RUN_ID: runId }),
    };
  }

  /** Starts over: forgets earlier runs, and ends every fault. */
  async begin(): Promise<void> {
    await this.heal();
    this.#before = new Set((await this.#inspect<HeldRun[]>('runs')).map(({ id }) => id));
  }

  /** The test points of some autotests. */
  testPoints(externalIds: readonly string[]): TestPoint[] {
    const wanted = new Set(externalIds);
    return this.#catalog.testCases.filter(({ autoTests: [id = ''] }) => wanted.has(id)).map(testPointOf);
  }

  /** Creates a run with these test points. @returns its GUID */
  newRun(testPoints: TestPoint[] = []): Promise<string> {
    return this.call((client) => client.createRun({ projectGlobalId: PROJECT, testPlanGlobalId: PLAN, testPoints }));
  }

  /** Calls the service directly, without the proxy. */
  async call<T>(work: (client: ServiceClient) => Promise<T>): Promise<T> {
    const { secretKey, directUrl: url } = this;
    const client = new ServiceClient({ url, secretKey, requestTimeout: 30_000, concurrency: 1 });
    try {
      return await work(client);
    } finally {
      client.close();
    }
  }

  spoil(faults: Faults | undefined, network: NetworkFaults = () => undefined): void {
    this.#backend.setFaults?.(faults);
    this.proxy.spoil(network);
  }

  /** Ends every fault. */
  async heal(): Promise<void> {
    this.spoil(undefined);
    this.proxy.watchAnswers(undefined);
    await this.proxy.comeBack();
  }

  /** Ends the service, or one of its processes, in the middle of its work, and restarts it on the same database. */
  async restart(): Promise<void> {
    // If there are other processes, they keep working, and so do their connections.
    if (this.#backend.urls.length === 1) this.proxy.cutAll('reset');
    await this.#backend.restart();
  }

  /** Every result of a run, or of the runs created since `begin`, in order of arrival. */
  async results(runId?: string): Promise<HeldResult[]> {
    const results: HeldResult[] = [];
    const ids = runId === undefined ? (await this.runs()).map(({ id }) => id) : [runId];
    for (const id of ids) for await (const result of this.history(id)) results.push(result);
    return results;
  }

  /** Every result of a run after a position in it, in order of arrival, for runs of any size. */
  async *history(runId: string, start = 0): AsyncGenerator<HeldResult & { cursor: number }> {
    for (let after = start; ; ) {
      const path = `runs/${runId}/history?after=${after}&limit=${PAGE}`;
      const page = await this.#inspect<(HeldResult & { cursor: number })[]>(path);
      yield* page;
      after = page.at(-1)?.cursor ?? 0;
      if (page.length < PAGE) return;
    }
  }

  /** Runs created since `begin`. */
  async runs(): Promise<HeldRun[]> {
    const runs = await this.#inspect<HeldRun[]>('runs');
    return runs.filter(({ id }) => !this.#before.has(id));
  }

  attachment(id: string): Promise<{ name: string; size: number; sha256: string }> {
    return this.#inspect(`attachments/${id}`);
  }

  /** Number of requests so far, by operation and status, of each process. */
  async requests(): Promise<RequestCounts['counts']> {
    const counts = this.#backend.urls.map((url) => this.#inspect<RequestCounts>('requests', url));
    return (await Promise.all(counts)).flatMap((each) => each.counts);
  }

  /** Closes it: `await using service = …`. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.proxy.goDown();
    await this.#backend.close();
  }

  /** The type is what the server documents. */
  async #inspect<T>(path: string, url = this.#backend.url): Promise<T> {
    const response = await fetch(`${url}/inspect/${path}`, { headers: { SecretKeyBase64: this.secretKey } });
    if (!response.ok) throw new Error(`/inspect/${path} answers ${response.status}`);
    return response.json() as Promise<T>;
  }
}

interface RequestCounts {
  counts: { operation: string; status: number; requests: number }[];
}

/** How many results to request at once. */
const PAGE = 5_000;

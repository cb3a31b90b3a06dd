import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { type CatalogContent, type RunningServer, type ServerOptions, startServer } from '../src/index.js';
import { BackingServices } from './backing-services.js';
import { Fleet, isOfFleets } from './fleet.js';
import { Postgres } from './postgres.js';

export const ADA = { userName: 'ada', secretKey: 'YWRhJ3Mga2V5' };
export const BOB = { userName: 'Борис', secretKey: 'Ym9iJ3Mga2V5' };

export const CHROMIUM = 'AAAAAAAA-0000-4000-8000-000000000010';
export const FIREFOX = 'bbbbbbbb-0000-4000-8000-000000000011';

/** Two projects. The first has a plan with three test cases: with one autotest, with two, and without any. */
export const catalog: CatalogContent = {
  users: [ADA, BOB],
  projects: [{ globalId: 1, name: 'Shop' }, { globalId: 2 }],
  configurations: [
    { globalId: 10, id: CHROMIUM, projectGlobalId: 1, name: 'Chromium' },
    { globalId: 11, id: FIREFOX, projectGlobalId: 1 },
    { globalId: 20, id: 'cccccccc-0000-4000-8000-000000000020', projectGlobalId: 2 },
  ],
  testCases: [
    { globalId: 101, projectGlobalId: 1, name: 'Login', autoTests: ['login'] },
    { globalId: 102, projectGlobalId: 1, autoTests: ['pay > card', 'pay > cash'] },
    { globalId: 103, projectGlobalId: 1, autoTests: [] },
    { globalId: 201, projectGlobalId: 2, autoTests: ['other'] },
  ],
  testPlans: [
    {
      globalId: 5,
      projectGlobalId: 1,
      name: 'Regression',
      testPoints: [
        { configurationGlobalId: 10, testCaseGlobalId: 101 },
        { configurationGlobalId: 10, testCaseGlobalId: 102 },
        { configurationGlobalId: 10, testCaseGlobalId: 103 },
        { configurationGlobalId: 11, testCaseGlobalId: 101 },
      ],
    },
    { globalId: 6, projectGlobalId: 2, testPoints: [{ configurationGlobalId: 20, testCaseGlobalId: 201 }] },
    { globalId: 7, projectGlobalId: 1, testPoints: [] },
  ],
};

/** The test point with one autotest, and the one with two. */
export const LOGIN = { configurationGlobalId: 10, testCaseGlobalId: 101 };
export const PAY = { configurationGlobalId: 10, testCaseGlobalId: 102 };

export interface Answer {
  status: number;
  headers: Headers;
  /** The parsed JSON, a list for lines of JSON, or the text of any other answer. */
  body: unknown;
}

/** Options of a request. `json` is stringified, `body` is sent unchanged. */
export interface Sending {
  json?: unknown;
  body?: string | Uint8Array<ArrayBuffer> | FormData;
  type?: string;
  headers?: Record<string, string>;
}

/** Sends plain HTTP to one server, by default as ADA. */
export class Service {
  readonly server: RunningServer;

  constructor(server: RunningServer) {
    this.server = server;
  }

  get url(): string {
    return this.server.url;
  }

  async request(method: string, path: string, sending: Sending = {}): Promise<Answer> {
    const { json, type = json === undefined ? undefined : 'application/json' } = sending;
    const {
      headers = { SecretKeyBase64: ADA.secretKey },
      body = json === undefined ? undefined : JSON.stringify(json),
    } = sending;
    const response = await fetch(this.url + path, {
      method,
      headers: type === undefined ? headers : { ...headers, 'content-type': type },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    const received = response.headers.get('content-type') ?? '';
    return { status: response.status, headers: response.headers, body: parsed(text, received) };
  }

  get(path: string): Promise<Answer> {
    return this.request('GET', path);
  }

  post(path: string, json?: unknown): Promise<Answer> {
    return this.request('POST', path, json === undefined ? {} : { json });
  }

  create(body: unknown): Promise<Answer> {
    return this.request('POST', '/api/Public/CreateTestRun', { json: body, type: 'application/json-patch+json' });
  }

  /** Creates a run of the first plan and returns its GUID. */
  async newRun(testPoints: unknown[] = [LOGIN, PAY]): Promise<string> {
    const { status, body } = await this.create({ projectGlobalId: 1, testPlanGlobalId: 5, testPoints });
    if (status !== 200) throw new Error(`No run: ${status} ${JSON.stringify(body)}`);
    return (body as { id: string }).id;
  }

  move(run: string, move: 'Start' | 'Stop' | 'Complete'): Promise<Answer> {
    return this.post(`/api/Public/${move}TestRun/${run}`);
  }

  addResults(run: string, body: unknown): Promise<Answer> {
    return this.post(`/api/v2/testRuns/${run}/testResults`, body);
  }

  /** A run from the inspection. */
  /** Uploads an attachment. Returns its GUID. */
  async upload(content: string): Promise<string> {
    const form = new FormData();
    form.append('file', new Blob([content]), `${content}.txt`);
    return ((await this.request('POST', '/api/Public/attachment', { body: form })).body as { id: string }).id;
  }

  async run(id: string): Promise<InspectedRun> {
    return (await this.get(`/inspect/runs/${id}`)).body as InspectedRun;
  }

  /** The statuses of a run's test points, in order of creation. */
  async points(id: string): Promise<string[]> {
    return (await this.run(id)).testPoints.map(({ status }) => status);
  }

  async entries(run: string, list: 'results' | 'history', query = ''): Promise<Entry[]> {
    return (await this.get(`/inspect/runs/${run}/${list}${query}`)).body as Entry[];
  }
}

function parsed(text: string, type: string): unknown {
  if (text === '' || !type.includes('json')) return text;
  if (type !== 'application/x-ndjson') return JSON.parse(text);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** A run and the first page of its test points. */
export interface InspectedRun {
  status: string;
  next: number | null;
  startedOn: string | null;
  completedOn: string | null;
  testPoints: {
    status: string;
    testCaseGlobalId: number | null;
    configurationGlobalId: number | null;
    autoTests: { autoTestExternalId: string; status: string; filler: boolean; resultId: string | null }[];
  }[];
}

export interface Entry {
  id: string;
  cursor: number;
  autoTestExternalId: string;
  outcome: string;
  operation: string;
  body: Record<string, unknown>;
}

/** A result for the test point with one autotest. */
export function result(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return { configurationId: CHROMIUM, autoTestExternalId: 'login', outcome: 'Passed', ...fields };
}

const running: RunningServer[] = [];
let folder: string | undefined;
let postgres: Promise<Postgres> | undefined;
let services: Promise<BackingServices> | undefined;

/** Call it first in every file that starts servers: it closes them after the file's tests. Files of one process share this module. */
export function useServers(): void {
  const own = mkdtempSync(join(tmpdir(), 'testpoint-service-'));
  folder = own;
  afterAll(async () => {
    for (const server of running.splice(0)) await server.close();
    await (await postgres)?.close();
    await (await services)?.close();
    [folder, postgres, services] = [undefined, undefined, undefined];
    rmSync(own, { recursive: true, force: true });
  });
}

/** Starts a server on a free port with the catalog above, and closes it after the tests of the file. */
export function startService(options: ServerOptions = {}): Promise<Service> {
  return startBareService({ catalog, ...options });
}

/** The same without a catalog. */
export async function startBareService(options: ServerOptions): Promise<Service> {
  const server = await start(options);
  running.push(server);
  return new Service(server);
}

/** Whether servers without a particular database are fleets of three. */
export const isFleet = process.env.DATABASE === 'fleet';

/**
 * Starts a server. Without a particular database in its options, it uses PostgreSQL if DATABASE=postgres is in the environment,
 * and it is a fleet of three if DATABASE=fleet is.
 */
async function start(options: ServerOptions): Promise<RunningServer> {
  if (folder === undefined) throw new Error('Call useServers() at the top of the file.');
  if (isFleet && Object.keys(options).every(isOfFleets)) {
    services ??= BackingServices.start();
    return Fleet.start(await services, options);
  }
  const own = options.database === undefined ? await ownDatabase(folder) : {};
  return startServer({ port: 0, ...own, ...options });
}

async function ownDatabase(folder: string): Promise<ServerOptions> {
  if (process.env.DATABASE !== 'postgres') return {};
  postgres ??= Postgres.start();
  const database = await (await postgres).database();
  return { database, attachments: mkdtempSync(join(folder, 'attachments-')) };
}

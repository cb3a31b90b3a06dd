import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DeliverySettings, flush } from '@testpoint/core/cli';
import { CONFIGURATION, PLAN, PROJECT } from '../../../../scripts/one-plan.js';
import { LEAVE_JOURNAL } from '../programs.js';
import type { ServiceUnderFire } from '../service/service-under-fire.js';
import { SuiteProcess } from '../suite/suite-process.js';

/** The records of a session, test by test. */
export type RecordedKind = 'plain' | 'failed' | 'settled' | 'retried' | 'changed since' | 'with a file';

/** The order for a process that leaves a journal behind. */
export interface JournalOrder {
  idRoot: string;
  options: Record<string, unknown>;
  tests: number;
  /** Kinds of tests, repeated in this order. */
  kinds: readonly RecordedKind[];
  isKilled: boolean;
  isShard: boolean;
  namesTestCases: boolean;
}

/** The leftovers of a real session. */
export interface SampleJournal {
  name: string;
  /** The session's folder. */
  directory: string;
  /** Its lines, without line endings. */
  lines: readonly string[];
  /** Numbers of lines that were delivered before. */
  sent: ReadonlySet<number>;
}

const ALL: readonly RecordedKind[] = ['plain', 'settled', 'retried', 'changed since', 'with a file'];
const CREATED = { projectGlobalId: PROJECT, testPlanGlobalId: PLAN };
const POINTS = [{ configurationGlobalId: CONFIGURATION.globalId, testCaseGlobalId: 1 }];

/** Journals of sessions whose service was never reachable. */
export async function leaveSamples(service: ServiceUnderFire, folder: string): Promise<SampleJournal[]> {
  const testRunId = await service.newRun();
  const leave = (name: string, order: Partial<JournalOrder>, delivered = 0) =>
    leaveSample(service, { ...order, idRoot: join(folder, name) }, name, delivered);
  return [
    await leave('plain', { options: { testRunId }, kinds: ['plain'] }),
    await leave('mixed', { options: { testRunId } }),
    await leave('killed', { options: { testRunId }, isKilled: true }),
    await leave('half-delivered', { options: { testRunId } }, 2),
    await leave('half-delivered-killed', { options: { testRunId }, isKilled: true }, 1),
    await leave('created', { options: { ...CREATED, testPoints: POINTS } }),
    await leave('from-tests', { options: { ...CREATED, testPoints: 'from-tests' }, namesTestCases: true }),
    await leave('shard', { options: { ...CREATED, testPoints: POINTS }, isShard: true, isKilled: true }),
  ];
}

/** @param arrays number of arrays to deliver before the service refuses */
async function leaveSample(
  service: ServiceUnderFire,
  order: Partial<JournalOrder> & { idRoot: string },
  name: string,
  arrays: number,
): Promise<SampleJournal> {
  const options = { url: 'http://127.0.0.1:9', secretKey: service.secretKey, closeTimeout: 0, ...order.options };
  const directory = await leaveJournal({ ...order, options });
  if (arrays > 0) {
    const status = [...Array.from({ length: arrays }, () => 200), ...Array.from({ length: 20 }, () => 401)];
    service.spoil({ rules: [{ operation: 'addResults', status }] });
    await flush({ directory, settings: { ...fuzzSettings(service), batchSize: 4, concurrency: 1 } });
    await service.heal();
  }
  const lines = readFileSync(join(directory, 'journal.ndjson'), 'utf8').trimEnd().split('\n');
  return { name, directory, lines, sent: sentIn(directory) };
}

/** Runs a session that delivers nothing. @returns the session's folder */
export async function leaveJournal({ options, ...order }: Partial<JournalOrder> & { idRoot: string }): Promise<string> {
  const { idRoot } = order;
  mkdirSync(idRoot, { recursive: true });
  const whole: JournalOrder = {
    ...{ tests: 15, kinds: ALL, isKilled: false, isShard: false, namesTestCases: false },
    ...order,
    options: { configurationId: CONFIGURATION.id, configurationGlobalId: CONFIGURATION.globalId, ...options },
  };
  const suite = new SuiteProcess({ args: [LEAVE_JOURNAL, JSON.stringify(whole)], cwd: idRoot, env: {} });
  const { code } = await suite.ended;
  if (code !== (whole.isKilled ? null : 0))
    throw new Error(`The session in ${idRoot} ended with ${code}: ${suite.output}`);
  const outbox = join(idRoot, '.testpoint');
  const [session = ''] = readdirSync(outbox).filter((entry) => /^\d{14}-/.test(entry));
  return join(outbox, session);
}

export function fuzzSettings(service: ServiceUnderFire, testRunId?: string): DeliverySettings {
  return service.flushSettings({ requestTimeout: 5_000, ...(testRunId !== undefined && { testRunId }) });
}

function sentIn(directory: string): Set<number> {
  const sent = new Set<number>();
  const file = join(directory, 'progress.ndjson');
  // Missing if nothing was delivered.
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const { sent: ranges = [] } = JSON.parse(line) as { sent?: [number, number][] };
    for (const [from, to] of ranges) for (let number = from; number <= to; number++) sent.add(number);
  }
  return sent;
}

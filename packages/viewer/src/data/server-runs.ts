import type { RunRecord } from '@testpoint/interface';
import type { Sender } from '@testpoint/interface/codec';
import { shortGuid } from '../text/short-guid.js';
import { get } from './server.js';

/** A run as the server lists it. */
export interface ServerRun extends RunRecord {
  projectName: string | null;
  testPlanName: string | null;
  results: number;
  version: number;
  branch: string | null;
  commit: string | null;
  job: string | null;
  began: number | null;
  ended: number | null;
  /** Who sent its results. */
  sessions: Sender[];
  /** Id of the run before. */
  before: string | null;
}

export interface RunFilter {
  project: string;
  plan: string;
  status: string;
}

/** What the server's catalog names. */
export interface Choices {
  projects: { globalId: number; name: string }[];
  plans: { globalId: number; projectGlobalId: number; name: string }[];
  configurations: { id: string; name: string }[];
}

export function choicesOf(): Promise<Choices> {
  return get('/viewer/choices');
}

/** The name of a configuration, or its GUID. @param isShort whether the end of the GUID is enough */
export function configurationName(
  { configurations }: Pick<Choices, 'configurations'>,
  id: string,
  isShort = true,
): string {
  return configurations.find((known) => known.id === id)?.name ?? (isShort ? shortGuid(id) : id);
}

/** The address of a test's result in a run. @param environment the name of its configuration, which counts if the run has several */
export function resultAddress(run: string, test: string, environment: string): string {
  return `/runs/${encodeURIComponent(run)}?${new URLSearchParams({ test, environment })}`;
}

/** Epoch milliseconds; of the first result, if there is one. */
export function startOf({ began, startedOn, createdOn }: ServerRun): number {
  return began ?? Date.parse(startedOn ?? createdOn);
}

/** Milliseconds; undefined if unknown. */
export function tookOf({ began, ended }: ServerRun): number | undefined {
  return began === null || ended === null ? undefined : ended - began;
}

/** The parameters of an address that lists these runs. */
export function queryOf(filter: RunFilter, after = ''): URLSearchParams {
  const parts = Object.entries({ ...filter, after });
  return new URLSearchParams(parts.filter(([, value]) => value !== ''));
}

/** A page of runs, newest first. `next` is the `after` of the next one. */
export function runsOf(
  filter: RunFilter,
  after?: string,
  limit = 50,
): Promise<{ runs: ServerRun[]; next: string | null }> {
  return get(`/viewer/runs?limit=${limit}&${queryOf(filter, after)}`);
}

export function runOf(id: string): Promise<ServerRun> {
  return get(`/viewer/runs/${encodeURIComponent(id)}`);
}

/** The tests whose last result failed, newest run first, column by column. */
export interface Failing extends Pick<TestHistory, 'runs' | 'created' | 'configurations'> {
  ids: string[];
  /** Whether there may be others. */
  more: boolean;
}

export function failingNow(): Promise<Failing> {
  return get('/viewer/failing');
}

/** The latest results of a test, newest run first, column by column. */
export interface TestHistory {
  runs: string[];
  created: string[];
  branches: (string | null)[];
  commits: (string | null)[];
  configurations: string[];
  weights: number[];
  durations: (number | null)[];
  messages: (string | null)[];
}

export function historyOf(externalId: string): Promise<TestHistory> {
  return get(`/viewer/history?id=${encodeURIComponent(externalId)}`);
}

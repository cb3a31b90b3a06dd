import type { AutoTestResult, LegacyResult, Result } from '@testpoint/interface';
import { attemptsIn, eachStep, millisecondsOf, referencesOf } from '@testpoint/interface/codec';
import { type ResultTimes, resultTimes } from '@testpoint/report';

/** What the server's pages show of a result without reading its body. */
export interface ResultFacts {
  /** Epoch milliseconds. */
  started: number | null;
  /** Milliseconds. */
  duration: number | null;
  attempts: number;
  /** The first characters of the message. */
  message: string | null;
}

/** What the results of one request say about their run. */
export interface RunFacts {
  branch: string | null;
  commit: string | null;
  /** Web address of the CI job. */
  job: string | null;
  /** Start of the first result and end of the last, epoch milliseconds. */
  began: number | null;
  ended: number | null;
  /** GUIDs of the attachments that the results name, in lower case. */
  attachments: string[];
}

export type ResultBody = Result | LegacyResult | AutoTestResult;

export function factsOf(body: ResultBody): ResultFacts {
  const { message } = body;
  const { startedAt, duration } = timesOf(body);
  return {
    started: startedAt > 0 ? startedAt : null,
    duration: whole(duration),
    attempts: attemptsIn('configurationId' in body ? body : {}),
    message: message === undefined || message === '' ? null : message.slice(0, MESSAGE),
  };
}

export function timesOf(body: ResultBody): ResultTimes {
  return resultTimes({ body: 'configurationId' in body ? body : {}, took: millisecondsOf(body) });
}

/** Collects the facts of a run from one result after the other. */
export class RunFactsOfResults {
  readonly #facts: RunFacts = { branch: null, commit: null, job: null, began: null, ended: null, attachments: [] };
  readonly #attachments = new Set<string>();

  add(body: ResultBody, { started, duration }: ResultFacts): void {
    const facts = this.#facts;
    if (started !== null) {
      const completed = 'completedOn' in body ? Date.parse(body.completedOn ?? '') : Number.NaN;
      const ended = completed >= started ? completed : started + (duration ?? 0);
      if (facts.began === null || started < facts.began) facts.began = started;
      if (facts.ended === null || ended > facts.ended) facts.ended = ended;
    }
    for (const id of attachmentsIn(body)) this.#attachments.add(id);
    if (!('configurationId' in body)) return;
    const { properties } = body;
    if (properties !== undefined) {
      facts.branch ??= textIn(properties, 'branch');
      facts.commit ??= textIn(properties, 'commit');
      facts.job ??= textIn(properties, 'jobUrl');
    }
  }

  result(): RunFacts {
    return { ...this.#facts, attachments: [...this.#attachments] };
  }
}

/** The attachments that a result and its steps name, in lower case; several times if they do. */
export function attachmentsIn(body: ResultBody): string[] {
  if (!('configurationId' in body)) return [];
  const ids: string[] = [];
  const add = (from: Pick<Result, 'attachments'>) => {
    if (from.attachments !== undefined) for (const id of referencesOf(from)) ids.push(id.toLowerCase());
  };
  add(body);
  eachStep(body, add);
  return ids;
}

/** How much of a message to keep beside the result, characters. */
const MESSAGE = 500;
/** Longest text about a run to keep, characters. */
const LONGEST = 1_000;

/** Any number is a duration to the interface, but PostgreSQL's columns hold whole ones, up to a limit. */
function whole(duration: number): number | null {
  const rounded = Math.round(duration);
  return duration >= 0 && Number.isSafeInteger(rounded) ? rounded : null;
}

function textIn(properties: Readonly<Record<string, string>>, name: string): string | null {
  const text = Object.hasOwn(properties, name) ? properties[name] : undefined;
  return text === undefined || text === '' ? null : text.slice(0, LONGEST);
}

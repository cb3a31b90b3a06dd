import { type Operation, ServiceError } from '../errors.js';
import type { Answer } from '../exchange.js';
import { type RunSummary, readGuid, readRuns } from './read-answer.js';
import { brokenAnswer } from './refusal.js';

/** The GUID of the object that an operation created. @throws ServiceError (UNREADABLE_ANSWER) if the answer has none */
export function guidIn(operation: Operation, answer: Answer): string {
  const guid = readGuid(answer.text);
  if (guid === undefined) throw unreadable(operation, 'GUID', answer);
  return guid;
}

/** The runs in the answer to `list-runs`. @throws ServiceError (UNREADABLE_ANSWER) if the answer is not a list */
export function runsIn(answer: Answer): RunSummary[] {
  const runs = answer.end === 'whole' ? readRuns(answer.text) : undefined;
  if (runs === undefined) throw unreadable('list-runs', 'list of runs', answer);
  return runs;
}

function unreadable(operation: Operation, wanted: string, { end, status, text }: Answer): ServiceError {
  const failure = { operation, answered: true, status };
  if (end === 'broken') return brokenAnswer(failure);
  const what = end === 'too-long' ? 'is too long to hold a' : 'has no';
  return new ServiceError(
    'UNREADABLE_ANSWER',
    `The service accepted the request, but its answer ${what} ${wanted}: “${text.slice(0, 200)}”. Check that the url is the service's.`,
    failure,
  );
}

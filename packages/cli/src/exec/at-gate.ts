import { countsOf, type Run } from '@testpoint/report';
import { EXIT } from '../failure.js';
import { decide, type Gate } from '../gate/gate.js';
import { invocation } from '../invocation.js';
import type { SettingsOptions } from '../settings.js';
import { paintError, say } from '../terminal.js';
import type { ChildEnd } from './child.js';
import * as messages from './messages.js';
import { isOnlySuite } from './only-suite.js';

/**
 * How `exec --gate` ends: with 1 instead of 0 if the gate is closed; with 0 if it is open and nothing but tests has failed.
 * @param sessions folders of all sessions of the command
 * @param end how the command ended
 */
export async function endAtGate(
  sessions: readonly string[],
  options: SettingsOptions,
  gate: Gate,
  command: readonly string[],
  end: ChildEnd,
): Promise<ChildEnd> {
  if (!('code' in end)) return end;
  const closed = end.code === 0 ? { code: EXIT.failed } : end;
  if (sessions.length === 0) {
    say(paintError.red(messages.nothingReported));
    return closed;
  }
  let doubt: string | undefined;
  const { isOpen } = await decide(sessions, options, gate, (run, lacks) => {
    doubt = whyNotOnlyTests(run, lacks, command);
  });
  if (!isOpen) return closed;
  if (end.code === 0 || doubt === undefined) return { code: EXIT.ok };
  say(paintError.yellow(messages.exitCodeStays(end.code, doubt)));
  return end;
}

/** Why something other than the tests may have failed; undefined if nothing else can have. */
function whyNotOnlyTests(run: Run, lacks: readonly string[], command: readonly string[]): string | undefined {
  if (countsOf(run.rows).failed === 0) return messages.noTestFailed;
  if (lacks.length > 0) return messages.someUnreadable;
  for (const { framework, end, problems, otherFailure } of run.sessions) {
    if (end !== 'complete') return messages.didNotEnd(framework);
    if (problems.length > 0) return messages.errorsOutside(framework);
    if (otherFailure !== undefined) return messages.otherFailure(otherFailure);
  }
  return isOnlySuite(command, invocation().folder) ? undefined : messages.otherPrograms(command.join(' '));
}

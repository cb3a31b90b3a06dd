import { countsOf, type Run } from '@testpoint/report';
import { EXIT } from '../failure.js';
import { decide, type Gate } from '../gate/gate.js';
import type { SettingsOptions } from '../settings.js';
import { paintError, say } from '../terminal.js';
import type { ChildEnd } from './child.js';
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
    say(paintError.red('✗ The gate is closed: no suite has reported anything. Check the command.'));
    return closed;
  }
  let doubt: string | undefined;
  const { isOpen } = await decide(sessions, options, gate, (run, lacks) => {
    doubt = whyNotOnlyTests(run, lacks, command);
  });
  if (!isOpen) return closed;
  if (end.code === 0 || doubt === undefined) return { code: EXIT.ok };
  say(paintError.yellow(`The exit code stays ${end.code}: ${doubt}.`));
  return end;
}

/** Why something other than the tests may have failed; undefined if nothing else can have. */
function whyNotOnlyTests(run: Run, lacks: readonly string[], command: readonly string[]): string | undefined {
  if (countsOf(run.rows).failed === 0) return 'no test failed, so something else did';
  if (lacks.length > 0) return 'some results can’t be read';
  for (const { framework, end, problems, otherFailure } of run.sessions) {
    if (end !== 'complete') return `the suite in ${framework} did not end by itself`;
    if (problems.length > 0) return `there were errors outside of tests in ${framework}`;
    if (otherFailure !== undefined) return `${otherFailure} may have failed the run, too`;
  }
  if (isOnlySuite(command, process.cwd())) return undefined;
  return `"${command.join(' ')}" may run other programs, and what follows a failed one never starts`;
}

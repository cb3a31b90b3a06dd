import { existsSync } from 'node:fs';
import { failedTests, makeReport, Rounds, type Settings, withheldKey } from '@testpoint/core/cli';
import type { SelectedFile } from '@testpoint/core/test-api';
import { messageOf } from '../failure.js';
import { absolute } from '../invocation.js';
import { paintError, say } from '../terminal.js';
import { type ChildEnd, runChild } from './child.js';
import * as messages from './messages.js';
import { ExecSelection } from './selection.js';

/** Runs a command. `runChild` does it once. */
export type RunCommand = typeof runChild;

/**
 * Runs a command, and then its failed tests again, up to so many times. The results of these tests wait in the outbox until
 * the last round.
 */
export function withReruns(reruns: number, outbox: string, settings: Settings): RunCommand {
  return async (command, env, onSignal) => {
    const rounds = new Rounds(outbox);
    let interrupted = false;
    const run = (isLast: boolean, selected: NodeJS.ProcessEnv): Promise<ChildEnd> => {
      const environment = { ...env, ...selected, TMS_OUTBOX_DIR: outbox, ...rounds.begin(isLast) };
      return runChild(command, environment, (signal) => {
        interrupted = true;
        onSignal(signal);
      });
    };
    try {
      const first = await run(reruns === 0, {});
      let end = first;
      let failed = rounds.failed;
      const total = rounds.failing.length;
      for (let round = 1; round <= reruns && hasFailed(end) && !interrupted && rounds.haveEnded; round++) {
        const { failing } = rounds;
        if (failing.length === 0) break;
        say(paintError.dim(messages.roundBegins(failing.length, round, reruns)));
        const selection = new ExecSelection(again(outbox, new Set(failing.map(withheldKey))), outbox);
        end = await run(round === reruns, selection.environment);
        selection.conclude();
        failed += rounds.failed;
      }
      if (end === first) return first;
      const left = failed + rounds.failing.length;
      if (left === 0) say(paintError.green(messages.passedAgain(total)));
      else say(paintError.red(messages.failedAgain(left)));
      if (left > 0 || !('code' in end)) return first;
      if (end.code === 0) return end;
      say(messages.firstExitCode);
      return first;
    } finally {
      await conclude(rounds, settings);
    }
  };
}

/** Ends the rounds. Without a service, nothing else adds their results to the suites' reports. */
async function conclude(rounds: Rounds, settings: Settings): Promise<void> {
  const sessions = rounds.end();
  const { reportOnly, reportHistory } = settings;
  if (!reportOnly) return;
  for (const { directory, report: folder } of sessions) {
    if (folder === undefined) continue;
    const inputs = [...(existsSync(folder) ? [folder] : []), directory];
    try {
      await makeReport({ inputs, directory: folder, history: reportHistory && absolute(reportHistory), settings });
    } catch (error) {
      say(paintError.red(messages.noReportOfRounds(messageOf(error), directory)));
    }
  }
}

function hasFailed(end: ChildEnd): boolean {
  return 'code' in end && end.code !== 0;
}

/** The failed tests of the suites that have started, and only those whose results are withheld. */
function again(outbox: string, withheld: ReadonlySet<string>): SelectedFile[] {
  const files = failedTests(outbox)?.files ?? [];
  return files.map(([suite, file, project, tests]) => {
    const isAgain = ([titlePath, occurrence = 1, origin]: SelectedFile[3][number]) =>
      withheld.has(withheldKey({ project, file, titlePath, occurrence, origin }));
    return [suite, file, project, tests.filter(isAgain)];
  });
}

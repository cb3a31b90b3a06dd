import { isAbsolute, join } from 'node:path';
import { env, workingFolder } from '../../built-ins/at-load.js';
import { fallbackOutbox } from '../../outbox/write/new-session.js';
import { formatProblems, notYetPrinted, type SettingProblem } from '../../settings/problems.js';
import { resolveSettings } from '../../settings/resolve.js';
import type { Settings } from '../../settings/settings.js';
import { ActiveSession } from '../active-session.js';
import * as say from '../messages.js';
import { terminalPalette as paint, printLines } from '../print.js';
import type { Session, SessionHost } from '../session.js';
import { describeTooOld } from './hosts.js';
import { inactiveSession, misconfiguredSession } from './inactive-session.js';
import { isShard } from './run-intent.js';
import { claimRun } from './same-run.js';

/** The options that turn a reporter on in a mode in which it is off. */
const OPT_IN = { watch: 'watch: true', merge: "merge: 'report'" };

/**
 * Opens a session for a reporter. Always returns one and never throws: if reporting is off or misconfigured, the session
 * does nothing, and one line (or the problems of the settings) goes to standard error.
 */
export function openSession(host: SessionHost): Session {
  const { print = printLines } = host;
  try {
    const resolved = resolveSettings({ cwd: workingFolder, env, ...host });
    if (host.off !== undefined && !(resolved.state === 'on' && isOptedInto(host, resolved.settings))) {
      const hint = host.offUnless && say.turnedOnBy(OPT_IN[host.offUnless]);
      print([paint.dim(say.offIn(host.off, hint))]);
      return inactiveSession;
    }
    switch (resolved.state) {
      case 'off':
        print([
          resolved.inCi ? paint.yellow(`Testpoint: ${resolved.reason}`) : paint.dim(`Testpoint: ${resolved.reason}`),
        ]);
        return inactiveSession;
      case 'error':
        return reportProblems(resolved.problems, resolved.settings.onUndelivered === 'fail');
      case 'on': {
        const tooOld = describeTooOld(host);
        if (tooOld !== undefined) {
          print([paint.red(say.notReporting(tooOld))]);
          return inactiveSession;
        }
        if (resolved.warnings.length > 0) print(resolved.warnings.map((line) => paint.dim(`Testpoint: ${line}`)));
        const { settings } = resolved;
        const wrong = notYetPrinted(formatProblems(settings.deliveryProblems), host.env ?? env);
        if (wrong.length > 0) print([paint.red(say.notDelivering), ...wrong]);
        if (host.watchesFiles === true && typeof settings.report === 'string') {
          delete settings.report;
          print([paint.dim(say.noReportInWatchMode(host.off))]);
          if (settings.reportOnly) return inactiveSession;
        }
        const outboxes = outboxFolders(host.idRoot, settings.outboxDir);
        const release = host.run === undefined ? () => {} : claimRun(host.run, settings, isShard(host), outboxes[0]());
        if (release === undefined) {
          print([paint.yellow(say.listedTwice)]);
          return { ...inactiveSession, isListedTwice: true };
        }
        return new ActiveSession(host, settings, outboxes, wrong, release);
      }
    }
  } catch (error) {
    print([paint.red(say.notReporting(error instanceof Error ? error.message : String(error)))]);
    return inactiveSession;
  }
}

function reportProblems(problems: readonly SettingProblem[], failsRun: boolean): Session {
  const lines = notYetPrinted(formatProblems(problems), env);
  if (lines.length > 0) printLines([paint.red(say.wrongSettings), ...lines]);
  const end = failsRun ? say.nothingReportedFails : say.nothingReported;
  return misconfiguredSession(['', `${paint.bold('Testpoint')}  ${paint.red(end)}`, ...lines, ''], failsRun);
}

function isOptedInto({ offUnless }: SessionHost, { watch, merge }: Settings): boolean {
  return (offUnless === 'watch' && watch) || (offUnless === 'merge' && merge === 'report');
}

/** Possible places for the outbox, best first. */
function outboxFolders(idRoot: string, outboxDir: string): [() => string, () => string] {
  return [() => (isAbsolute(outboxDir) ? outboxDir : join(idRoot, outboxDir)), fallbackOutbox];
}

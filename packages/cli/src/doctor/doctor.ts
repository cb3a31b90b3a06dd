import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  describeWaiting,
  detectCi,
  formatProblems,
  MUCH_WAITING,
  OPTION_KEYS,
  OPTIONS,
  type OptionKey,
  type ResolvedSettings,
  type Settings,
  waitingIn,
} from '@testpoint/core';
import { type RunSummary, ServiceError } from '@testpoint/core/service';
import { Command } from 'commander';
import { EXIT } from '../failure.js';
import { shortened } from '../flush.js';
import { example, exitCodes } from '../help.js';
import { withService } from '../run.js';
import { outboxOf, resolveForCommand, type SettingsOptions, suiteFolder } from '../settings.js';
import { counted, paint, print, printJson, table } from '../terminal.js';
import { showWaiting } from '../waiting.js';
import type { Check } from './check.js';

/** If clocks differ by more than this, results appear in the wrong order; milliseconds. */
const MUCH_SKEW = 60_000;

interface SettingLine {
  key: string;
  value: string;
  origin: string;
}

const PROXY_VARIABLES = [
  'HTTPS_PROXY',
  'https_proxy',
  'HTTP_PROXY',
  'http_proxy',
  'ALL_PROXY',
  'all_proxy',
  'NO_PROXY',
  'no_proxy',
  'NODE_EXTRA_CA_CERTS',
];

/** `testpoint doctor`. @param version of this package */
export function doctorCommand(version: string): Command {
  return new Command('doctor')
    .description('Show every setting and where it comes from, and check them against the service.')
    .option('--json', 'print { "settings", "checks" }')
    .option('--root <dir>', 'the suite’s folder, with its testpoint.config.*')
    .addHelpText(
      'after',
      example('testpoint doctor', 'testpoint doctor --root packages/web') +
        exitCodes({ ok: 'if nothing is wrong', failed: 'if something is' }),
    )
    .action(async (options: SettingsOptions & { json?: true }) => {
      const resolved = resolveForCommand(options, 'results');
      const settings = settingLines(resolved);
      // Imported late, because it loads the parsers of configuration files, like init.
      const { checkProject } = await import('./project-checks.js');
      const checks = [
        checkSettings(resolved),
        ...explainTestCases(resolved),
        ...checkProject(suiteFolder(options), version),
        ...(await checkService(resolved)),
        checkOutbox(outboxOf(options, resolved)),
      ];
      if (options.json) printJson({ settings, checks, ci: detectCi(process.env) ?? null });
      else show(settings, checks);
      if (checks.some(({ ok }) => ok === false)) process.exitCode = EXIT.failed;
    });
}

function settingLines(resolved: ResolvedSettings): SettingLine[] {
  const settings = resolved.state === 'off' ? {} : resolved.settings;
  const lines = OPTION_KEYS.flatMap((key): SettingLine[] => {
    const value = key === 'enabled' ? resolved.state !== 'off' : settings[key];
    const origin = resolved.state === 'off' ? undefined : resolved.origins[key];
    return value === undefined || key === 'enabled' ? [] : [{ key, value: shown(key, value), origin: origin ?? '' }];
  });
  for (const name of PROXY_VARIABLES) {
    const value = process.env[name];
    if (value) lines.push({ key: name, value: withoutPassword(value), origin: 'environment' });
  }
  return lines;
}

function checkSettings(resolved: ResolvedSettings): Check {
  const what = 'settings';
  switch (resolved.state) {
    case 'off':
      return { what, ok: false, detail: `reporting is ${resolved.reason}` };
    case 'error':
      return { what, ok: false, detail: formatProblems(resolved.problems).join('\n').trim() };
    case 'on':
      return { what, ok: true, detail: resolved.warnings.join('; ') || 'complete' };
  }
}

/** The effect of `testCase(101)` in a test with these settings. */
function explainTestCases(resolved: ResolvedSettings): Check[] {
  if (resolved.state !== 'on' || resolved.settings.reportOnly) return [];
  const { testPoints, testRunId, configurationGlobalId } = resolved.settings;
  const isUsed = testRunId === undefined && testPoints === 'from-tests';
  const configuration = configurationGlobalId ?? 'of the test’s project';
  const detail = isUsed
    ? `testCase(101) in a test adds test case 101 with configuration ${configuration} to the run that is created`
    : `testCase(101) in a test has no effect: ${testRunId === undefined ? 'testPoints lists the test points' : 'the run already has its test points'}`;
  return [{ what: 'test cases', ok: true, detail }];
}

async function checkService(resolved: ResolvedSettings): Promise<Check[]> {
  const settings = resolved.state === 'off' ? {} : resolved.settings;
  if (!isReachable(settings)) return [];
  const { projectGlobalId, testRunId } = settings;
  const started = performance.now();
  let runs: RunSummary[] | undefined;
  let failure: ServiceError | undefined;
  let skew: number | undefined;
  try {
    runs = await withService(settings, async (service) => {
      // Any project will do to check the key.
      const asking = service.listRuns(projectGlobalId ?? 1).finally(() => {
        skew = service.clockSkew;
      });
      return await showWaiting('Waiting for the service', asking);
    });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    failure = error;
  }
  const took = `${Math.round(performance.now() - started)} ms`;
  const isAnswered = failure === undefined || (failure.answered && !ELSEWHERE.has(failure.code));
  const checks: Check[] = [
    { what: 'address', ok: isAnswered, detail: isAnswered ? `answers in ${took}` : (failure?.message ?? '') },
  ];
  if (!isAnswered) return checks;
  if (skew !== undefined) checks.push(checkClock(skew));
  const isRefused = failure?.code === 'CREDENTIALS_REFUSED';
  const isUnknown = failure?.code === 'UNAVAILABLE';
  checks.push({
    what: 'credentials',
    ok: isUnknown ? undefined : !isRefused,
    detail: isRefused || isUnknown ? (failure?.message ?? '') : 'accepted',
  });
  if (isRefused || isUnknown) return checks;
  if (projectGlobalId !== undefined) {
    checks.push({
      what: 'project',
      ok: runs !== undefined,
      detail: failure?.message ?? `${projectGlobalId} has ${counted(runs?.length ?? 0, 'run')}`,
    });
  }
  if (testRunId !== undefined) checks.push(checkRun(testRunId, projectGlobalId === undefined ? undefined : runs));
  return checks;
}

/** Something other than the service answers at its address. */
const ELSEWHERE: ReadonlySet<string> = new Set(['NOT_THE_SERVICE', 'REDIRECTED']);

function checkClock(skew: number): Check {
  const seconds = Math.round(Math.abs(skew) / 1_000);
  const ok = Math.abs(skew) < MUCH_SKEW;
  const detail = ok
    ? 'agrees with the service'
    : `this machine's clock is ${seconds} s ${skew > 0 ? 'ahead of' : 'behind'} the service's, so results show wrong times: synchronize it (NTP)`;
  return { what: 'clock', ok, detail };
}

function checkRun(testRunId: string, runs: RunSummary[] | undefined): Check {
  const what = 'run';
  if (runs === undefined)
    return {
      what,
      ok: undefined,
      detail: `${testRunId} can be looked up only with projectGlobalId: set TMS_PROJECT_GLOBAL_ID`,
    };
  const run = runs.find(({ id }) => id?.toLowerCase() === testRunId.toLowerCase());
  if (run === undefined)
    return { what, ok: false, detail: `${testRunId} is not in the project: check TMS_TEST_RUN_ID and projectGlobalId` };
  const isOver = run.status === 'Stopped' || run.status === 'Completed';
  return {
    what,
    ok: !isOver,
    detail: `${testRunId} is ${run.status ?? 'known'}${isOver ? ': start it again, or report into another run' : ''}`,
  };
}

function checkOutbox(outbox: string): Check {
  const what = 'outbox';
  try {
    accessSync(existsSync(outbox) ? outbox : dirname(outbox), constants.W_OK);
  } catch {
    return {
      what,
      ok: false,
      detail: `${shortened(outbox)} can’t be written to: set option outboxDir (TMS_OUTBOX_DIR)`,
    };
  }
  const waiting = waitingIn([outbox]);
  if (waiting.sessions === 0) return { what, ok: true, detail: 'nothing is waiting' };
  const where = shortened(outbox);
  return {
    what,
    ok: waiting.bytes < MUCH_WAITING,
    detail: `${describeWaiting(waiting, where)}: testpoint flush ${where}`,
  };
}

function isReachable(settings: Readonly<Partial<Settings>>): settings is Settings {
  return settings.url !== undefined && settings.secretKey !== undefined;
}

/** A value on one line. For a secret, only whether it is set. */
function shown(key: OptionKey, value: unknown): string {
  if (OPTIONS[key].secret) return Array.isArray(value) ? counted(value.length, 'pattern') : '***';
  if (typeof value === 'function') return 'a function';
  const text =
    typeof value === 'string'
      ? value
      : JSON.stringify(value, (_key, part) => (part instanceof RegExp ? String(part) : part));
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

function withoutPassword(address: string): string {
  return address.replace(/\/\/[^/@]*@/, '//***@');
}

function show(settings: readonly SettingLine[], checks: readonly Check[]): void {
  const rows = settings.map(({ key, value, origin }) => [key, value, paint.dim(origin)]);
  for (const line of table(rows)) print(`  ${line}`);
  if (rows.length > 0) print('');
  for (const { what, ok, detail } of checks) {
    const mark = ok === undefined ? paint.yellow('?') : ok ? paint.green('✓') : paint.red('✗');
    print(`${mark} ${what.padEnd(12)} ${detail.replaceAll('\n', `\n${' '.repeat(15)}`)}`);
  }
}

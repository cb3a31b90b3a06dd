import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import {
  describeWaiting,
  detectCi,
  formatProblems,
  MUCH_WAITING,
  OPTION_KEYS,
  OPTIONS,
  type ResolvedSettings,
  waitingIn,
} from '@testpoint/core/cli';
import { REPORT_MARKER } from '@testpoint/report';
import { Command } from 'commander';
import { EXIT } from '../failure.js';
import { example, exitCodes } from '../help.js';
import { absolute, invocation, shortened } from '../invocation.js';
import { namesOf, recordedFolders } from '../recorded.js';
import { outboxOf, resolveForCommand, type SettingsOptions, suiteFolder } from '../settings.js';
import { counted, paint, print, printJson, table } from '../terminal.js';
import { VERSION } from '../version.js';
import { showWaiting } from '../waiting.js';
import { type Check, right, unsure, wrong } from './check.js';
import * as messages from './messages.js';
import type { ProjectFindings } from './project-checks.js';
import { checkService } from './service-checks.js';

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

/** `testpoint doctor`. */
export function doctorCommand(): Command {
  return new Command('doctor')
    .description('Show every setting and where it comes from, and check them against the service.')
    .option('--all', 'show the settings that have their defaults, too')
    .option(
      '--try',
      'run one test of the last run by the project’s own command, and look whether it arrives; nothing goes to a service',
    )
    .option('--json', 'print { "settings", "checks" }')
    .option('--root <dir>', 'the suite’s folder, with its testpoint.config.*')
    .addHelpText(
      'after',
      example('testpoint doctor', 'testpoint doctor --try', 'testpoint doctor --root packages/web') +
        exitCodes({ ok: 'if nothing is wrong', failed: 'if something is' }),
    )
    .action(async (options: SettingsOptions & { json?: true; all?: true; try?: true }) => {
      const root = suiteFolder(options);
      // Imported late, because it loads the parsers of configuration files, like init.
      const { checkProject } = await import('./project-checks.js');
      const project = await showWaiting('Loading the configurations', checkProject(root, VERSION));
      const [resolved, ...others] = resolveReporters(options, project.reporters);
      const settings = settingLines(resolved);
      const checks = [
        checkSettings(resolved),
        ...others.map(checkSettings).filter(({ ok }) => ok === false),
        ...explainTestCases(resolved),
        ...project.checks,
        ...checkReportFolder(resolved, root),
        ...(await checkService(resolved)),
        ...checkOutboxes(options, resolved),
        ...(options.try ? [await (await import('./try.js')).tryOneTest(options)] : []),
      ];
      if (options.json) printJson({ settings, checks, ci: detectCi(invocation().env) ?? null });
      else {
        showChecks(checks);
        showSettings(options.all ? settings : settings.filter(({ origin }) => origin !== 'default'));
        print(verdict(resolved, checks));
      }
      if (checks.some(({ ok }) => ok === false)) invocation().exitCode = EXIT.failed;
    });
}

/** The settings of each reporter, or without one, those of the command line. */
function resolveReporters(
  options: SettingsOptions,
  reporters: ProjectFindings['reporters'],
): [ResolvedSettings, ...ResolvedSettings[]] {
  const [first, ...others] = reporters.map((reporter) => resolveForCommand(options, 'results', {}, reporter));
  return [first ?? resolveForCommand(options, 'results'), ...others];
}

function settingLines(resolved: ResolvedSettings): SettingLine[] {
  const settings = resolved.state === 'off' ? {} : resolved.settings;
  const lines = OPTION_KEYS.flatMap((key): SettingLine[] => {
    const value = key === 'enabled' ? resolved.state !== 'off' : settings[key];
    const origin = resolved.state === 'off' ? undefined : resolved.origins[key];
    return value === undefined || value === '' || key === 'enabled'
      ? []
      : [{ key, value: shown(value, OPTIONS[key].secret === true), origin: origin ?? '' }];
  });
  for (const name of PROXY_VARIABLES) {
    const value = invocation().env[name];
    if (value) lines.push({ key: name, value: withoutPassword(value), origin: 'environment' });
  }
  return lines;
}

function checkSettings(resolved: ResolvedSettings): Check {
  const what = 'settings';
  switch (resolved.state) {
    case 'off':
      return wrong(what, `reporting is ${resolved.reason}`);
    case 'error':
      return wrong(what, formatProblems(resolved.problems).join('\n').trim());
    case 'on': {
      const { reportOnly, deliveryProblems } = resolved.settings;
      const problems = formatProblems(deliveryProblems).map((line) => line.trim());
      const lines = [...problems, ...(reportOnly ? [`report only: ${reportOnly}`] : []), ...resolved.warnings];
      if (problems.length > 0) return wrong(what, lines.join('\n'));
      // An empty variable may be a mistake.
      const isRight = resolved.warnings.length === 0 && !(reportOnly && reportOnly.startsWith('TMS_'));
      return isRight ? right(what, lines[0] ?? 'complete') : unsure(what, lines.join('\n'));
    }
  }
}

/** The effect of the test API's `testCase` with these settings. */
function explainTestCases(resolved: ResolvedSettings): Check[] {
  if (resolved.state !== 'on' || resolved.settings.reportOnly) return [];
  const { testPoints, testRunId, configurationGlobalId } = resolved.settings;
  const isUsed = testRunId === undefined && testPoints === 'from-tests';
  const detail = isUsed
    ? messages.testCasesBecomePoints(configurationGlobalId)
    : messages.testCasesChangeNothing(testRunId === undefined);
  return [right('test cases', detail)];
}

/** A report never replaces other people's files. */
function checkReportFolder(resolved: ResolvedSettings, root: string): Check[] {
  const report = resolved.state === 'on' && resolved.settings.report;
  if (!report) return [];
  const folder = resolve(root, report);
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory();
  const isFree =
    isFolder === undefined ||
    (isFolder && (readdirSync(folder).length === 0 || existsSync(join(folder, REPORT_MARKER))));
  return isFree ? [] : [wrong('report', messages.otherFilesInReport(shortened(folder)))];
}

/** The outbox here, and those of the folders in which suites have recorded instead. */
function checkOutboxes(options: SettingsOptions, resolved: ResolvedSettings): Check[] {
  const { below } = recordedFolders(options);
  const own = outboxOf(options, resolved);
  const isUsed = below.length === 0 || existsSync(own);
  const there = below.map(({ outbox }) => outbox);
  return [
    ...(below.length === 0 ? [] : [right('recorded', namesOf(below))]),
    ...[...(isUsed ? [own] : []), ...there].map(checkOutbox),
  ];
}

function checkOutbox(outbox: string): Check {
  const what = 'outbox';
  try {
    accessSync(existsSync(outbox) ? outbox : dirname(outbox), constants.W_OK);
  } catch {
    return wrong(what, messages.outboxNotWritable(shortened(outbox)));
  }
  const waiting = waitingIn([outbox]);
  if (waiting.sessions === 0) return right(what, 'nothing is waiting');
  const where = shortened(outbox);
  return {
    what,
    ok: waiting.bytes < MUCH_WAITING,
    detail: `${describeWaiting(waiting, where)}: testpoint flush ${where}`,
  };
}

/** A value on one line. For a secret, only whether it is set. */
function shown(value: unknown, isSecret: boolean): string {
  if (isSecret) return Array.isArray(value) ? counted(value.length, 'pattern') : '***';
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

/** Findings first, then what could not be determined, then what is right. */
function showChecks(checks: readonly Check[]): void {
  const inOrder = [false, undefined, true].flatMap((order) => checks.filter(({ ok }) => ok === order));
  for (const { what, ok, detail } of inOrder) {
    const mark = ok === undefined ? paint.yellow('?') : ok ? paint.green('✓') : paint.red('✗');
    print(`${mark} ${what.padEnd(12)} ${detail.replaceAll('\n', `\n${' '.repeat(15)}`)}`);
  }
}

function showSettings(settings: readonly SettingLine[]): void {
  print('');
  const rows = settings.map(({ key, value, origin }) => [key, value, paint.dim(origin)]);
  for (const line of table(rows)) print(`  ${line}`);
  if (rows.length > 0) print('');
}

function verdict(resolved: ResolvedSettings, checks: readonly Check[]): string {
  const problems = checks.filter(({ ok }) => ok === false).length;
  if (problems > 0 || resolved.state !== 'on') return paint.red(counted(Math.max(problems, 1), 'problem'));
  const { url, reportOnly, testRunId, report } = resolved.settings;
  const run = testRunId === undefined ? 'a new run' : `run ${testRunId}`;
  const places = [
    ...(reportOnly ? [] : [messages.resultsGoTo(run, url)]),
    ...(report ? [messages.reportGoesTo(shortened(report))] : []),
  ];
  return paint.green(messages.ready(places));
}

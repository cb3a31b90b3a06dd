import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { TestOrigin } from '@testpoint/core';
import { listAll, openRun } from '@testpoint/core/cli';
import { type SelectedFile, selectedTest } from '@testpoint/core/test-api';
import { FRAMEWORKS } from '@testpoint/frameworks/commands';
import { pageOf, type Run } from '@testpoint/report';
import spawn from 'cross-spawn';
import { ExecSelection } from '../exec/selection.js';
import { detectPackageManager } from '../init/package-manager.js';
import { projectCommands } from '../init/project-commands.js';
import { invocation } from '../invocation.js';
import { recordedFolders } from '../recorded.js';
import { resolveForCommand, type SettingsOptions, suiteFolder } from '../settings.js';
import { oneLine } from '../terminal.js';
import { showWaiting } from '../waiting.js';
import { type Check, right, unsure, wrong } from './check.js';
import * as messages from './messages.js';

/** A test of the last run. */
interface KnownTest {
  framework: string;
  name: string;
  files: SelectedFile[];
}

/** How much of a command's output to show if nothing arrived. */
const SHOWN_LINES = 12;
/** Addresses and keys of a service, which gets no result of a try. */
const NO_SERVICE = { TMS_URL: '', TMS_SECRET_KEY: '', TMS_PRIVATE_TOKEN: '' };

/** Runs one test of the last run by the project's own command, and looks where it arrived: at `testpoint serve`, or in a report. */
export async function tryOneTest(options: SettingsOptions): Promise<Check> {
  const what = 'try';
  const { here, below } = recordedFolders(options);
  const folder = here ?? below[0];
  if (folder === undefined) return unsure(what, messages.nothingToTry);
  const test = await testOf(folder.newest);
  if (test === undefined) return unsure(what, messages.nothingToTry);
  const root = suiteFolder(options);
  const command = commandFor(root, folder.root, test.framework);
  if (command === undefined) return unsure(what, messages.noCommandToTry(test.framework));
  const { env } = invocation();
  const withoutService = resolveForCommand({ root: folder.root }, 'service', {}, undefined, { ...env, ...NO_SERVICE });
  if (
    withoutService.state === 'on' &&
    withoutService.settings.secretKey !== '' &&
    !withoutService.origins.url?.includes('serve')
  )
    return unsure(what, messages.keyInFile);
  const place = mkdtempSync(join(tmpdir(), 'testpoint-try-'));
  const [outbox, report] = [join(place, 'outbox'), join(place, 'testpoint-report')];
  const selection = new ExecSelection(test.files, outbox);
  const { output, code } = await showWaiting(
    messages.trying(command.text),
    run(command.text, command.folder, {
      ...{ ...env, ...NO_SERVICE, ...selection.environment },
      ...{
        TMS_OUTBOX_DIR: outbox,
        TMS_KEEP_DELIVERED: '1',
        TMS_REPORT: report,
        TMS_CI_SUMMARY: '0',
        CI: '',
        NO_COLOR: '1',
      },
    }),
  );
  const missing = selection.conclude();
  const sessions = listAll(outbox);
  if (sessions.length === 0) return wrong(what, messages.nothingArrived(command.text, code, lastLines(output)));
  if (missing.length > 0) return wrong(what, messages.testDidNotArrive(test.name, command.text, lastLines(output)));
  const page = pageOf(report);
  // The summary of a suite ends with the address at `testpoint serve`.
  const live = /^ {2}Results: (\S+)$/m.exec(output)?.[1];
  const address = live ?? (page === undefined ? outbox : pathToFileURL(page).href);
  return right(what, messages.arrived(test.name, address));
}

/** A test of a framework that has passed, or else any. Selects nothing else. */
async function testOf(input: string): Promise<KnownTest | undefined> {
  const { run } = await openRun({ inputs: [input], secretKey: '', redact: [] });
  try {
    const rows = Array.from({ length: run.rows.size }, (_, row) => row);
    const known = rows.filter((row) => frameworkOf(run, row) !== undefined);
    const row = known.find((one) => run.rows.outcome(one) === 'P') ?? known[0];
    const framework = row === undefined ? undefined : frameworkOf(run, row);
    if (row === undefined || framework === undefined) return undefined;
    const { file, titles, project = '', occurrence, origin } = run.entry(run.result(row)).view;
    const others = new Set(run.sessions.map((session) => session.framework));
    const nothing = [...others].map((name): SelectedFile => [[name], '', '', []]);
    const test = selectedTest(titles, occurrence, origin as TestOrigin | undefined);
    const name = oneLine(`${project === '' ? '' : `[${project}] `}${[file, ...titles].join(' > ')}`);
    return { framework, name, files: [...nothing, [[framework], file, project, [test]]] };
  } finally {
    run.close();
  }
}

function frameworkOf(run: Run, row: number): string | undefined {
  const name = run.sessions[run.result(row).session]?.framework;
  return FRAMEWORKS.some((framework) => framework.name === name) ? name : undefined;
}

/** The project's command that runs a framework's tests. */
function commandFor(root: string, folder: string, name: string): { text: string; folder: string } | undefined {
  const framework = FRAMEWORKS.find((one) => one.name === name);
  if (framework === undefined) return undefined;
  const detected = detectPackageManager(root);
  const manager = 'manager' in detected ? detected.manager : 'npm';
  // A framework may report in the folder of its configuration, which its command does not run in.
  const [command] = projectCommands(root, [{ root, frameworks: [framework] }], manager);
  if (command === undefined) return undefined;
  return { text: command.whole, folder: command.name === name ? folder : join(root, command.folder) };
}

function run(command: string, cwd: string, env: NodeJS.ProcessEnv): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(command, { cwd, env, shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    child.once('error', (error) => resolve({ code: -1, output: error.message }));
    child.once('close', (code) => resolve({ code: code ?? -1, output }));
  });
}

function lastLines(output: string): string {
  return output.trim().split(/\r?\n/).slice(-SHOWN_LINES).join('\n');
}

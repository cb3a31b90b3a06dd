import { Command, CommanderError } from 'commander';
import { catalogCommand } from './catalog/catalog.js';
import { doctorCommand } from './doctor/doctor.js';
import { execCommand } from './exec/exec.js';
import { exportCommand } from './export/export.js';
import { CommandFailure, EXIT, messageOf } from './failure.js';
import { flushCommand } from './flush.js';
import { gateCommand } from './gate/gate.js';
import { example, SUITE_EXAMPLE, wrapped } from './help.js';
import { importCommand } from './import/import.js';
import { initCommand } from './init-command.js';
import { type Invocation, invocation, type Output, runIn } from './invocation.js';
import { knownCommand } from './known/known.js';
import { openCommand, reportCommand } from './report/report.js';
import { runCommand } from './run.js';
import { serveCommand } from './serve/serve.js';
import { summaryCommand } from './summary/summary.js';
import { paintError, say, watchOutputs, writeError, writeOut } from './terminal.js';
import { VERSION } from './version.js';

/** Of help that no terminal shows. */
const WIDTH = 80;

const SETTINGS_HELP = `
Settings come from the environment (TMS_URL, TMS_SECRET_KEY, TMS_USER_NAME, …) and from
testpoint.config.{ts,mts,js,mjs,cjs,json} in the suite's folder; \`testpoint doctor\` shows them all.
`;

/** Runs the command line. Its exit code is then in the invocation. */
export function main(given: Invocation): Promise<void> {
  return runIn(given, async () => {
    watchOutputs();
    const program = createProgram();
    throwInsteadOfExit(program);
    try {
      await program.parseAsync(given.args, { from: 'user' });
    } catch (error) {
      given.exitCode = exitCodeOf(error);
    }
  });
}

/** Says what is wrong. */
function exitCodeOf(error: unknown): number {
  // Commander has printed the problem; help and version are not failures.
  if (error instanceof CommanderError) return error.exitCode === 0 ? invocation().exitCode : EXIT.usage;
  const [heading = '', ...lines] = messageOf(error).split('\n');
  say([paintError.red(heading), ...lines].join('\n'));
  return error instanceof CommandFailure ? error.exitCode : EXIT.failed;
}

/** `testpoint` with all its commands. @internal for its test */
export function createProgram(): Command {
  return new Command('testpoint')
    .description('Control test runs, and deliver results that earlier runs left behind.')
    .version(VERSION)
    .enablePositionalOptions()
    .addHelpText('after', SETTINGS_HELP + example(SUITE_EXAMPLE, 'testpoint flush'))
    .addCommand(initCommand())
    .addCommand(serveCommand())
    .addCommand(execCommand())
    .addCommand(flushCommand())
    .addCommand(importCommand())
    .addCommand(runCommand())
    .addCommand(reportCommand())
    .addCommand(openCommand())
    .addCommand(summaryCommand())
    .addCommand(gateCommand())
    .addCommand(knownCommand())
    .addCommand(exportCommand())
    .addCommand(doctorCommand())
    .addCommand(catalogCommand());
}

function throwInsteadOfExit(command: Command): void {
  command
    .exitOverride()
    .configureOutput({
      writeOut: (text) => writeOut(wrapped(text, widthOf(invocation().stdout))),
      writeErr: writeError,
      getOutHelpWidth: () => widthOf(invocation().stdout),
      getErrHelpWidth: () => widthOf(invocation().stderr),
    })
    .showHelpAfterError('(testpoint --help lists the commands, testpoint COMMAND --help lists the options of one)')
    .showSuggestionAfterError();
  for (const child of command.commands) throwInsteadOfExit(child);
}

function widthOf({ isTTY, columns }: Output): number {
  return (isTTY && columns) || WIDTH;
}

import { createRequire } from 'node:module';
import { Command, CommanderError } from 'commander';
import { catalogCommand } from './catalog/catalog.js';
import { doctorCommand } from './doctor/doctor.js';
import { execCommand } from './exec/exec.js';
import { exportCommand } from './export/export.js';
import { CommandFailure, EXIT, messageOf } from './failure.js';
import { flushCommand } from './flush.js';
import { gateCommand } from './gate/gate.js';
import { example, SUITE_EXAMPLE } from './help.js';
import { importCommand } from './import/import.js';
import { initCommand } from './init-command.js';
import { openCommand, reportCommand } from './report/report.js';
import { runCommand } from './run.js';
import { serveCommand } from './serve/serve.js';
import { summaryCommand } from './summary/summary.js';
import { paintError, say, writeError, writeOut } from './terminal.js';

const SETTINGS_HELP = `
Settings come from the environment (TMS_URL, TMS_SECRET_KEY, TMS_USER_NAME, TMS_PROJECT_GLOBAL_ID, …) and from
testpoint.config.{ts,mts,js,mjs,cjs,json} in the suite's folder; \`testpoint doctor\` shows them all.
`;

/** Runs the command line. @returns the exit code */
export async function run(argv: readonly string[]): Promise<number> {
  const program = createProgram();
  throwInsteadOfExit(program);
  try {
    await program.parseAsync(argv);
    return Number(process.exitCode ?? EXIT.ok);
  } catch (error) {
    // Commander has printed the problem; help and version are not failures.
    if (error instanceof CommanderError) return error.exitCode === 0 ? Number(process.exitCode ?? EXIT.ok) : EXIT.usage;
    const [heading = '', ...lines] = messageOf(error).split('\n');
    say([paintError.red(heading), ...lines].join('\n'));
    return error instanceof CommandFailure ? error.exitCode : EXIT.failed;
  }
}

/** `testpoint` with all its commands. @internal for its test */
export function createProgram(): Command {
  const { version }: { version: string } = createRequire(import.meta.url)('../package.json');
  return new Command('testpoint')
    .description('Control test runs, and deliver results that earlier runs left behind.')
    .version(version)
    .enablePositionalOptions()
    .addHelpText('after', SETTINGS_HELP + example(SUITE_EXAMPLE, 'testpoint flush'))
    .addCommand(initCommand(version))
    .addCommand(serveCommand())
    .addCommand(execCommand())
    .addCommand(flushCommand())
    .addCommand(importCommand())
    .addCommand(runCommand())
    .addCommand(reportCommand())
    .addCommand(openCommand())
    .addCommand(summaryCommand())
    .addCommand(gateCommand())
    .addCommand(exportCommand())
    .addCommand(doctorCommand(version))
    .addCommand(catalogCommand());
}

function throwInsteadOfExit(command: Command): void {
  command
    .exitOverride()
    .configureOutput({ writeOut, writeErr: writeError })
    .showHelpAfterError('(testpoint --help lists the commands, testpoint COMMAND --help lists the options of one)')
    .showSuggestionAfterError();
  for (const child of command.commands) throwInsteadOfExit(child);
}

import type { Run } from '@testpoint/report';
import { Command, Option } from 'commander';
import { CommandFailure, EXIT } from '../failure.js';
import { example } from '../help.js';
import { openInput } from '../input-run.js';
import { invocation } from '../invocation.js';
import { atOnlyFolder } from '../recorded.js';
import { reportSettings, type SettingsOptions } from '../settings.js';
import { counted, paintError, say } from '../terminal.js';
import { writeAllure } from './allure.js';
import { writeCsv } from './csv.js';
import { writeCtrf } from './ctrf.js';
import { writeJunit } from './junit.js';
import { Lost } from './lost.js';
import * as messages from './messages.js';
import { type OutputFile, writeFileAt, writeFolderAt } from './place.js';

const FILES: Readonly<Record<string, (run: Run, file: OutputFile, lost: Lost) => void>> = {
  junit: writeJunit,
  ctrf: writeCtrf,
  csv: writeCsv,
};
const FORMATS = [...Object.keys(FILES), 'allure'];

interface ExportOptions extends SettingsOptions {
  format: string;
  out: string;
}

/** `testpoint export --format FORMAT [INPUT…] --out PLACE`. */
export function exportCommand(): Command {
  return new Command('export')
    .description('Write a run in the format of another tool: JUnit XML, CTRF, Allure results, CSV.')
    .argument('[input...]', 'outboxes, reports, reports in one file (default: the last run)')
    .addOption(new Option('--format <format>', 'the format').choices(FORMATS).makeOptionMandatory())
    .requiredOption('--out <place>', 'the file, or - for standard output; for allure, a new or empty folder')
    .option('--root <dir>', 'the suite’s folder, with its testpoint.config.*')
    .addHelpText(
      'after',
      `${example('testpoint export --format junit --out junit.xml', 'testpoint export --format ctrf shard-*/testpoint-report --out -')}

Exit code: 0 for a complete export, 1 if results are missing or it can't be written, 2 on wrong usage or with nothing to read.`,
    )
    .action(exportRun);
}

async function exportRun(inputs: readonly string[], given: ExportOptions): Promise<void> {
  const options = atOnlyFolder(inputs, given);
  const { format, out } = options;
  if (format === 'allure' && out === '-') throw new CommandFailure(messages.allureIsFolder, EXIT.usage);
  const { run, lacks } = await openInput(inputs, options, reportSettings(options, 'No export'));
  const lost = new Lost();
  try {
    const write = FILES[format];
    if (write === undefined) writeFolderAt(out, (folder) => writeAllure(run, folder, lost));
    else writeFileAt(out, (file) => write(run, file, lost));
    say(paintError.dim(`${counted(run.rows.size, 'result')} exported`));
    if (lost.notes.length > 0) say(messages.formatCantHold(format, lost.notes));
    for (const sentence of lacks) say(paintError.yellow(sentence));
    if (lacks.length > 0) invocation().exitCode = EXIT.failed;
  } finally {
    run.close();
  }
}

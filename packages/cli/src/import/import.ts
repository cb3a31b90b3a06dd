import { dirname } from 'node:path';
import { openSession, type Session } from '@testpoint/core/adapter';
import type { TestNumbers } from '@testpoint/core/test-api';
import { noCounts, statesLine } from '@testpoint/report';
import { Command, Option } from 'commander';
import { CommandFailure, EXIT, messageOf } from '../failure.js';
import { example } from '../help.js';
import { expanded } from '../input-paths.js';
import { absolute, invocation, runIn, shortened } from '../invocation.js';
import { outboxOf, type SettingsOptions, suiteFolder } from '../settings.js';
import { counted, oneLine, PROGRESS_AFTER, paintError, print, say } from '../terminal.js';
import { VERSION } from '../version.js';
import { showWaiting } from '../waiting.js';
import { FORMATS, type Format, TITLES } from './formats.js';
import { type DigestedFile, digestOf, ImportedFiles } from './imported-files.js';
import { DamagedFile } from './input-failure.js';
import { findInputs, type Input } from './inputs.js';
import { Intake } from './intake.js';
import * as messages from './messages.js';
import { NameMap } from './name-map.js';
import { type Origin, originOf } from './origin.js';
import { AttachmentPlaces } from './places.js';

interface Options extends SettingsOptions {
  format?: Format;
  map?: string;
  again?: true;
}

/** How many files to name that are not imported. */
const NAMED = 10;

/** `testpoint import PATH…`. */
export function importCommand(): Command {
  return new Command('import')
    .description('Record results that other tools wrote to files, and deliver and report them like any others.')
    .argument('<path...>', `files, and folders with files: ${TITLES}`)
    .addOption(
      new Option('--format <name>', 'what the files are, instead of what they look like').choices(Object.keys(FORMATS)),
    )
    .option('--map <file>', 'JSON file with names to change: { "files", "titles", "projects", "ids" }')
    .option('--again', 'import files that were imported before, too')
    .option('--root <dir>', 'the suite’s folder, with its testpoint.config.*')
    .addHelpText(
      'after',
      `${example('testpoint import build/test-results', 'testpoint import allure-results junit.xml')}

Exit code: 0 if everything is recorded, 1 if a file is damaged or empty, 2 on wrong usage or wrong settings.`,
    )
    .action(importFiles);
}

async function importFiles(named: readonly string[], options: Options): Promise<void> {
  const paths = expanded(named).map((path) => absolute(path));
  const root = suiteFolder(options);
  const names = NameMap.read(options.map);
  const { inputs, empty } = await findInputs(paths, options.format);
  for (const path of empty) say(paintError.red(messages.emptyFile(shortened(path))));
  if (empty.length > 0) invocation().exitCode = EXIT.failed;
  if (inputs.length === 0 && empty.length > 0) {
    // As for any other file that was named and can't be imported.
    if (empty.every((path) => paths.includes(path))) invocation().exitCode = EXIT.usage;
    return;
  }
  if (inputs.length === 0) throw new CommandFailure(messages.nothingToImport(paths.map(shortened), TITLES), EXIT.usage);
  const imported = new ImportedFiles(outboxOf(options));
  const wanted = withoutKnown(inputs, imported, options.again === true);
  if (wanted.length === 0) return say(messages.nothingNew);
  const given = invocation();
  const origins: Origin[] = [];
  for (const input of wanted) origins.push(await originOf(input));
  const session = openSession({
    framework: { name: 'import' },
    frameworkVersion: VERSION,
    idRoot: root,
    options: {},
    isImport: true,
    imported: { from: [...new Set(origins.map(({ title }) => title))].join(', '), ...spanOf(origins) },
    // It is added to the report in its place, with the results of other tools.
    isRerun: true,
    cwd: given.folder,
    env: given.env,
    print: (lines) => runIn(given, () => say(lines.join('\n'))),
  });
  if (!session.active) throw new CommandFailure(messages.notImported, EXIT.usage);
  const places = new AttachmentPlaces(paths);
  const parts: Parts = { session, root, names, places, numbers: new Map(), imported };
  for (const path of empty) session.problem(shortened(path), messages.isEmpty);
  for (const input of wanted) await importInput(input, parts);
  for (const name of names.unused) say(paintError.yellow(messages.unusedName(oneLine(name))));
  await showWaiting(messages.recording, ended(session), undefined, PROGRESS_AFTER);
}

/** From the first start to the last end. */
function spanOf(origins: readonly Origin[]): Pick<Origin, 'ranAt'> {
  const spans = origins.flatMap(({ ranAt }) => ranAt ?? []);
  if (spans.length === 0) return {};
  const startedAt = Math.min(...spans.map((span) => span.startedAt));
  return { ranAt: { startedAt, endedAt: Math.max(...spans.map((span) => span.endedAt)) } };
}

/** A session does not keep its process alive, which waits for it at its exit. */
async function ended(session: Session): Promise<void> {
  const alive = setInterval(() => {}, 1_000);
  await new Promise<void>((resolve) => {
    session.afterEnd(resolve);
    session.close();
  });
  clearInterval(alive);
}

/** Leaves out files whose content was imported before, or is in another one, and says so. */
function withoutKnown(inputs: readonly Input[], imported: ImportedFiles, again: boolean): DigestedInput[] {
  const wanted: DigestedInput[] = [];
  const paths = new Map<string, string>();
  let known = 0;
  for (const input of inputs) {
    const files: DigestedFile[] = [];
    for (const path of input.files) {
      const digest = digestOf(path);
      const when = again ? undefined : imported.when(digest);
      const same = paths.get(digest);
      if (same !== undefined) say(paintError.yellow(messages.sameContent(shortened(path), shortened(same))));
      else if (when === undefined) {
        files.push({ path, digest });
        paths.set(digest, path);
      } else if (++known <= NAMED) say(paintError.yellow(messages.importedBefore(shortened(path), when)));
    }
    if (files.length > 0) wanted.push({ ...input, files });
  }
  if (known > NAMED) say(paintError.yellow(`So were ${counted(known - NAMED, 'more file')}.`));
  if (known > 0) say(paintError.dim(messages.importAgain));
  return wanted;
}

interface DigestedInput extends Omit<Input, 'files'> {
  files: DigestedFile[];
}

interface Parts {
  session: Session;
  root: string;
  names: NameMap;
  places: AttachmentPlaces;
  numbers: Map<string, TestNumbers>;
  imported: ImportedFiles;
}

async function importInput(input: DigestedInput, parts: Parts): Promise<void> {
  const { session, root, names, places, numbers, imported } = parts;
  const { format, name, files } = input;
  const first = files[0]?.path ?? '';
  const folder = dirname(first);
  const intake = new Intake(session, root, names, places, folder, numbers);
  const damaged = (path: string, { message, line }: DamagedFile) => {
    const place = line === undefined ? shortened(path) : `${shortened(path)}:${line}`;
    session.problem(place, `damaged: ${message}`);
    say(paintError.red(messages.damagedFile(place, message, intake.count)));
    invocation().exitCode = EXIT.failed;
  };
  try {
    await FORMATS[format].read(files, intake, damaged);
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error;
    damaged(name, error);
  }
  if (intake.count > 0) noteIn(imported, files);
  const { taken, flaky } = intake;
  const counts = statesLine({ ...noCounts(), ...taken, flaky, blocked: taken['not-run'] });
  print(`${shortened(name)} (${FORMATS[format].title}): ${counted(intake.count, 'result')}, ${counts}`);
}

/** The results are recorded, so the next file is imported anyway. */
function noteIn(imported: ImportedFiles, files: readonly DigestedFile[]): void {
  try {
    imported.add(files);
  } catch (error) {
    const names = files.map(({ path }) => shortened(path)).slice(0, NAMED);
    say(paintError.yellow(messages.notNoted(names, messageOf(error))));
  }
}

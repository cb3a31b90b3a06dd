import { join } from 'node:path';
import type { SuiteFramework as Framework, OtherProgram } from '@testpoint/frameworks/commands';
import { FRAMEWORKS } from '@testpoint/frameworks/commands';
import { globSync } from 'tinyglobby';
import { callsIn } from './calls.js';
import type { Manifest } from './manifest.js';
import * as messages from './messages.js';
import { readText } from './text-file.js';

/** The program that runs a framework's tests in a project by itself, if we know it. */
export function programOf(framework: Framework, { scripts, dependencies }: Manifest): OtherProgram | undefined {
  return framework.runBy?.find(
    ({ package: name, unless = '', command, byHand }) =>
      dependencies[name] !== undefined &&
      dependencies[unless] === undefined &&
      (Object.values(scripts).some((script) => command.test(script)) ||
        (byHand !== undefined && callsIn(framework, scripts).length === 0)),
  );
}

/**
 * What the user has to do for programs that run frameworks by themselves, unless it is done.
 * @param changes what will be done to files
 */
export function byOthers(
  root: string,
  manifest: Manifest,
  changes: readonly { file: string; after: string }[] = [],
): { title: string; why: string }[] {
  const textOf = (file: string) => {
    // Beside the scripts, it names what is installed.
    if (file === 'package.json') return Object.values(manifest.scripts).join('\n');
    return changes.find((change) => change.file === file)?.after ?? readText(join(root, file));
  };
  return FRAMEWORKS.flatMap((framework) => {
    const program = programOf(framework, manifest);
    if (program === undefined) return [];
    const files = program.place === undefined ? [] : globSync(program.place.files, { cwd: root, dot: true });
    if (files.some((file) => textOf(file)?.includes(framework.reporter))) return [];
    const { title, place, results = '' } = program;
    const why =
      place === undefined
        ? messages.importInstead(framework.title, results)
        : messages.pasteThere(framework.title, place.name, place.paste);
    return [{ title, why }];
  });
}

import { pathToFileURL } from 'node:url';
import { isObject } from '@testpoint/interface/codec';
import { asList, type EvaluatedConfig, type EvaluatedProject } from '../../../frameworks/src/commands/commands.js';
import * as messages from './messages.js';

/** Cucumber exports the function that loads its configuration, as on the command line without options. */
export async function evaluate({ root, require, file, oursIn, foreignIn }: EvaluatedProject): Promise<EvaluatedConfig> {
  const { loadConfiguration } = await import(pathToFileURL(require.resolve('@cucumber/cucumber/api')).href);
  const { useConfiguration } = await loadConfiguration(file === undefined ? {} : { file }, { cwd: root });
  // Pairs of a formatter and its file, or a text with both.
  const formats = asList(useConfiguration.format).map((format) => {
    const [name, target] = Array.isArray(format) ? format : split(String(format));
    return { name, target };
  });
  const reporters = formats.map(({ name }) => name);
  const testpoint: unknown = useConfiguration.formatOptions?.testpoint;
  const options = isObject(testpoint) ? testpoint : {};
  const printing = formats.findLast(({ target }) => target === undefined || target === '')?.name;
  return {
    ours: oursIn(reporters).map(() => options),
    setupKeys: [],
    problems: [
      ...foreignIn(reporters),
      ...(printing !== undefined && oursIn([printing]).length > 0 ? [messages.formatterWithoutFile] : []),
    ],
  };
}

/** `"@testpoint/cucumber":"file"`, `progress:file`, or a name alone. A drive, or a URL's scheme, ends with a colon, too. */
function split(format: string): string[] {
  const [, quoted, rest = ''] = /^"([^"]*)"(?::(.*))?$/.exec(format) ?? [];
  if (quoted !== undefined) return [quoted, rest.replace(/^"(.*)"$/, '$1')];
  const [, name = format, target = ''] = /^(.{2,}?):(?!\/\/)(.+)$/.exec(format) ?? [];
  return [name, target];
}

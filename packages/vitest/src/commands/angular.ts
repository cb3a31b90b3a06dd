import type { Obstacle } from '../../../frameworks/src/commands/commands.js';
import type { ConfigObject } from '../../../frameworks/src/commands/config-value.js';
import { addToList, whatIs } from '../../../frameworks/src/commands/lists.js';

/** Angular's builder for unit tests runs Vitest with the reporters of angular.json, whatever Vitest's own file says. */
const BUILDER = /^@angular[\w/-]*:unit-test$/;

/** Whether the text of angular.json names that builder. */
export function hasUnitTests(text: string): boolean {
  return /"@angular[\w/-]*:unit-test"/.test(text);
}

/** Adds a reporter to the unit tests of each project in angular.json. */
export function setUpAngular(root: ConfigObject, reporter: string): Obstacle[] {
  const reporters = ['default', reporter];
  return membersOf(root, 'projects')
    .flatMap((project) => ['architect', 'targets'].flatMap((key) => membersOf(project, key)))
    .flatMap((target): Obstacle[] => {
      const [builder, options] = [target.get('builder'), target.get('options')];
      if (builder?.kind !== 'text' || !BUILDER.test(builder.text)) return [];
      if (options === undefined) {
        target.add('options', { reporters });
        return [];
      }
      if (options.kind !== 'object') return [{ why: `options is ${whatIs(options)}`, paste: { reporters } }];
      const runner = options.get('runner');
      if (runner?.kind === 'text' && runner.text !== 'vitest') return [];
      return addToList(options, 'reporters', reporter, { whole: reporters });
    });
}

function membersOf(object: ConfigObject, key: string): ConfigObject[] {
  const value = object.get(key);
  if (value?.kind !== 'object') return [];
  return value.keys.map((name) => value.get(name)).filter((member) => member?.kind === 'object');
}

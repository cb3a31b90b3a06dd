import { dirname, join } from 'node:path';
import { globSync } from 'tinyglobby';

/** Files of the project that a file imports, relative to the project, with slashes. */
export function importsOf(root: string, file: string, text: string): string[] {
  const named = [...text.matchAll(/(?:\bfrom|\bimport|\brequire\()\s*(["'])(?<path>\.{1,2}\/[^"'\n]*)\1/g)];
  const patterns = named.flatMap(({ groups }) => {
    const path = join(dirname(file), groups?.path ?? '').replaceAll('\\', '/');
    return [path, `${path}.*`, path.replace(/\.[cm]?js$/, '.*'), `${path}/index.*`];
  });
  return patterns.length === 0 ? [] : globSync(patterns, { cwd: root, ignore: ['**/node_modules/**'] });
}

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Path of a file in a framework's laboratory, also if this is built into another program. */
export function labFile(framework: string, name: string): string {
  const paths = ['../../', '../../packages/'].map((folder) =>
    fileURLToPath(new URL(`${folder}${framework}/lab/${name}`, import.meta.url)),
  );
  const [beside = ''] = paths;
  return paths.find((path) => existsSync(path)) ?? beside;
}

import { dirname, relative, resolve, sep } from 'node:path';
import type { SuiteName } from '../in-test/selection.js';

/** Tells suites with one outbox apart. The folder is relative to the outbox's, because both may be on another machine next time. */
export function suiteName(framework: string, idRoot: string, outbox: string, environment = ''): SuiteName {
  const folder = relative(dirname(resolve(outbox)), resolve(idRoot));
  return [framework, sep === '/' ? folder : folder.split(sep).join('/'), environment];
}

import { fromId } from '@testpoint/report/browser';
import { visible } from './visible.js';

/** What an external id says: the file and the titles, and the framework's project. */
export function partsOf(id: string): { titles: string[]; project: string | undefined } {
  const { file, titles } = fromId(id);
  const project = file === '' ? undefined : /^\[([^\]]+)\] /.exec(id)?.[1];
  return {
    titles: [file, ...titles].map((part) => visible(part)),
    project: project && visible(project),
  };
}

import { lstatSync } from 'node:fs';
import { toJson } from '../../built-ins/plain-json.js';
import { notAnOutboxFile, notAPlainFile, notInOutbox } from '../../result/attachment-messages.js';

const FILE_NAME = /^[0-9]{6,12}(\.[A-Za-z0-9]{1,16})?$/;

/**
 * Path of a journal's attachment, or why there is none. A journal from elsewhere is untrusted data: only plain files in the
 * session's own folder are opened.
 */
export function locateAttachment(
  directory: string,
  file: string,
): { path: string; size: number } | { missing: string } {
  if (!FILE_NAME.test(file)) return { missing: notAnOutboxFile(toJson(file)) };
  const path = `${directory}/${file}`;
  try {
    const status = lstatSync(path);
    return status.isFile() ? { path, size: status.size } : { missing: notAPlainFile(file) };
  } catch {
    return { missing: notInOutbox(file) };
  }
}

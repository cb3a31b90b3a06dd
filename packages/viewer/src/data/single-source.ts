import type { ReportFile } from '@testpoint/report/format';
import { ReportFiles } from './report-files.js';
import { type Content, UnreadableData } from './source.js';

/** Types that a browser shows as a picture or a video and never executes. */
const SHOWN = /^(image\/(png|jpeg|gif|webp|avif|bmp)|video\/(webm|mp4|ogg))$/;

/** A report in one file: each data file and attachment is a block of data in the page. */
export class SingleSource extends ReportFiles {
  readonly #urls = new Map<string, string>();

  /** Whether this page is a single-file report. */
  static isHere(): boolean {
    return blockOf('run') !== undefined;
  }

  protected async load(name: string): Promise<unknown> {
    const block = blockOf(name);
    if (block === undefined) throw new UnreadableData(`Block ${name}`, 'is missing from this report.');
    try {
      return JSON.parse(block);
    } catch {
      throw new UnreadableData(`Block ${name}`, 'is damaged.');
    }
  }

  attachment({ path, isText }: ReportFile, contentType: string): Content {
    const url = path === undefined ? undefined : (this.#urls.get(path) ?? urlOf(path, contentType, isText));
    if (path !== undefined && url !== undefined) this.#urls.set(path, url);
    return { framable: false, url };
  }
}

function blockOf(id: string): string | undefined {
  const element = document.getElementById(id);
  return element instanceof HTMLScriptElement ? (element.textContent ?? undefined) : undefined;
}

function urlOf(path: string, contentType: string, isText: boolean | undefined): string | undefined {
  const block = blockOf(path);
  if (block === undefined) return undefined;
  const type = SHOWN.test(contentType) ? contentType : isText ? 'text/plain' : 'application/octet-stream';
  try {
    const binary = atob(block);
    const bytes = new Uint8Array(binary.length);
    for (let index = 0; index < bytes.length; index++) bytes[index] = binary.charCodeAt(index);
    return URL.createObjectURL(new Blob([bytes], { type }));
  } catch {
    return undefined;
  }
}

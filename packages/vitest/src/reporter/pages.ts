import { appendFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { plainFiles } from '@testpoint/core/adapter';
import { selectionToSend } from '@testpoint/core/test-api';
import type { TestProject } from 'vitest/node';
import { COMMAND, type PageContent, SELECTION } from '../in-test/page.js';
import { notServed } from './messages.js';

/** The parts of a project's browser that we use, in versions 3.2 to 5. Undefined until its server is created. */
interface Browser {
  parent?: { commands?: Record<string, unknown> };
  vite: { config: ViteConfig };
}

interface ViteConfig {
  server: { fs: { strict?: boolean | undefined; allow: string[] } };
  /** Since Vite 6. */
  fsDenyGlob?: (path: string) => boolean;
}

const CHANNEL = /^[\w-]+$/;
const ATTACHMENT = /^attachment-[\d-]+(?:\.[^./\\\0]{1,100})?$/;

/**
 * Provides the selection of `exec`, and registers the command with which pages write into the channel. It needs no
 * permission of Vitest (`allowWrite`), because it writes nothing else.
 * @param served folder that pages load our code from
 * @returns false if this version of Vitest has no such commands
 */
export function receiveFromPages(project: TestProject, channel: string, served: string): boolean {
  const browser = (project as { browser?: Browser }).browser;
  const commands = browser?.parent?.commands;
  if (browser === undefined || commands === undefined) return false;
  browser.vite.config.server.fs.allow.push(served);
  const selection = selectionToSend('vitest');
  if (selection !== undefined) project.provide(SELECTION as never, selection as never);
  const missing = new Map<string, string>();
  commands[COMMAND] = (_: unknown, name: unknown, content: PageContent) => {
    if (typeof name !== 'string') return;
    if ('line' in content && CHANNEL.test(name)) {
      appendFileSync(`${channel}/${name}.jsonl`, `${withReasons(content.line, missing)}\n`, { mode: 0o600 });
    } else if (!ATTACHMENT.test(name)) return;
    else if ('base64' in content) {
      appendFileSync(`${channel}/${name}`, Buffer.from(content.base64, 'base64'), { mode: 0o600 });
    } else if ('path' in content) {
      try {
        plainFiles.copy(servedFile(project, browser, content.path), `${channel}/${name}`);
      } catch (error) {
        missing.set(name, error instanceof Error ? error.message : String(error));
      }
    }
  };
  return true;
}

/** The page does not know which of its files could not be copied. */
function withReasons(line: string, missing: ReadonlyMap<string, string>): string {
  let text = line;
  for (const [name, reason] of missing) {
    text = text.replace(`"path":${JSON.stringify(name)}`, () => `"missing":${JSON.stringify(reason)}`);
  }
  return text;
}

/** A page may attach what Vite would serve. */
function servedFile({ config }: TestProject, { vite }: Browser, path: string): string {
  const file = resolve(config.root, path);
  const { fsDenyGlob, server } = vite.config;
  const posix = file.replaceAll('\\', '/');
  const isAllowed = server.fs.strict === false || server.fs.allow.some((folder) => posix.startsWith(`${folder}/`));
  if (!isAllowed || fsDenyGlob?.(posix)) throw new Error(notServed(path));
  return file;
}

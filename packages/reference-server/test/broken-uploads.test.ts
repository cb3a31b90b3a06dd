import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, expect, it } from 'vitest';
import { Attachments } from '../src/attachments.js';
import { FolderBlobs } from '../src/blobs/folder.js';
import { openStore } from '../src/database/open-store.js';

const directory = mkdtempSync(join(tmpdir(), 'testpoint-attachments-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

it('an upload that breaks off before its file is open leaves no file', async () => {
  const file = join(directory, 'service.db');
  const store = await openStore(file);
  const attachments = new Attachments(store, new FolderBlobs(`${file}-attachments`), 1000);
  const broken = () => {
    const content = new Readable({ read: () => content.destroy(new Error('The client is gone.')) });
    return Object.assign(content, { truncated: false });
  };
  const uploads = Array.from({ length: 50 }, () =>
    attachments.add({ name: 'x', contentType: 'text/plain', content: broken() }),
  );
  const ends = await Promise.allSettled(uploads);
  expect(new Set(ends.map(({ status }) => status))).toEqual(new Set(['rejected']));
  // This file is opened last, so by now every other file would be visible.
  const content = Object.assign(Readable.from(['whole']), { truncated: false });
  const { id } = await attachments.add({ name: 'x', contentType: 'text/plain', content });
  expect(readdirSync(`${file}-attachments`)).toEqual([id]);
  await store.close();
});

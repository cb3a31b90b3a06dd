import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ChannelReader } from '../src/channel/read/channel-reader.js';
import { ChannelWriter } from '../src/channel/write/channel-writer.js';
import { useDisks } from './use-disks.js';

const mount = useDisks();

it.runIf(process.platform === 'linux')('an attachment that a full disk refuses holds back nothing behind it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'testpoint-channel-'));
  mount(folder, 'size=64k');
  const channel = new ChannelWriter(folder);
  const refused = { missing: 'the file system refuses it' };
  expect(channel.save(new Uint8Array(100_000), '.bin')).toEqual(refused);
  expect(readdirSync(folder)).toEqual([]);
  channel.send('warning', { text: 'after it' });
  expect(channel.waits).toBe(false);
  expect(channel.save(new Uint8Array(100_000), '.bin')).toEqual(refused);
  expect(channel.save(new Uint8Array(100), '.bin')).toMatchObject({ path: expect.any(String) });
  const texts: unknown[] = [];
  new ChannelReader(folder).read(({ data }) => texts.push(data));
  expect(texts).toEqual([{ text: 'after it' }]);
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { allure } from './allure.js';
import { ATTACHMENT_BYTES } from './peer.js';

test('Allure writes files: one for each result, one for each attachment, and others', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'allure-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const service = await allure.startService({ latency: 0, folder });
  writeFileSync(join(folder, 'a-result.json'), '{}');
  writeFileSync(join(folder, 'b-result.json'), '{}');
  writeFileSync(join(folder, 'c-container.json'), '{}');
  writeFileSync(join(folder, 'd-attachment.txt'), 'x'.repeat(ATTACHMENT_BYTES));
  writeFileSync(join(folder, 'e-attachment.txt'), 'cut off');

  expect(await service.delivered()).toEqual({ results: 2, attachments: 1, requests: 5, bytes: ATTACHMENT_BYTES + 13 });
});

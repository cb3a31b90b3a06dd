import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DescriptorReserve } from '../../descriptors.js';
import { Progress } from '../../outbox/read/progress.js';
import { compileRedaction } from '../../result/masking/redaction.js';
import type { DeliveryContext } from '../delivery-options.js';
import { ServiceHealth } from '../retries/service-health.js';
import { AttachmentUploader } from './attachment-uploader.js';

it('once delivery gives up, waiting uploads do not read their files', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'testpoint-uploads-'));
  const abort = new AbortController();
  const { signal } = abort;
  const asked = new EventTarget();
  const uploader = new AttachmentUploader({
    account: { isPaused: false } as DeliveryContext['account'],
    files: { attachments: directory } as DeliveryContext['files'],
    ...{ signal, concurrency: 1 },
    // Like a service that does not answer.
    client: {
      async uploadAttachment() {
        asked.dispatchEvent(new Event('upload'));
        await once(signal, 'abort');
        throw signal.reason;
      },
    } as Partial<DeliveryContext['client']> as DeliveryContext['client'],
    service: { reserve: new DescriptorReserve(0) } as DeliveryContext['service'],
    health: new ServiceHealth(),
    progress: new Progress(undefined),
    redaction: compileRedaction('a2V5LW9mLXRlc3Rz', []),
  } as Partial<DeliveryContext> as DeliveryContext);
  const files = ['000001.txt', '000002.txt', '000003.txt'];
  for (const file of files) writeFileSync(join(directory, file), file);
  const first = once(asked, 'upload');
  const uploads = files.map((file) =>
    uploader.upload({ file, name: file, contentType: 'text/plain', placeholder: file }),
  );
  await first;
  // A file that is read from now on is refused, because it is missing.
  rmSync(directory, { recursive: true });
  const reason = new Error('given up');
  abort.abort(reason);
  expect(await Promise.allSettled(uploads)).toEqual(files.map(() => ({ status: 'rejected', reason })));
});

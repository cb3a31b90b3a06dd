import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { Guid } from '@testpoint/interface';
import { Type } from 'typebox';
import type { Attachments } from '../../attachments.js';
import type { Store } from '../../database/store.js';
import type { TypedInstance } from '../../routes/operations.js';
import type { NamedRuns } from '../named-runs.js';
import type { Downloads } from './downloads.js';

const TYPES = { html: 'text/html; charset=utf-8', zip: 'application/zip' } as const;

/** A run as an offline report: a page, or a folder in a zip file. */
export function addDownloadRoutes(app: TypedInstance, runs: NamedRuns, store: Store, attachments: Attachments): void {
  let downloads: Downloads | undefined;
  app.get(
    '/viewer/runs/:run/download',
    {
      exposeHeadRoute: false,
      schema: {
        params: Type.Object({ run: Guid }),
        querystring: Type.Object({ form: Type.Enum(['html', 'zip']) }),
      },
    },
    async (request, reply) => {
      const run = await runs.find(request.params.run);
      const { form } = request.query;
      const gone = new AbortController();
      reply.raw.once('close', () => gone.abort());
      // Loaded when someone asks.
      const { Downloads } = await import('./downloads.js');
      downloads ??= new Downloads(store, attachments, runs);
      try {
        await downloads.with(run, form, gone.signal, async (path) => {
          const content = createReadStream(path);
          reply
            .type(TYPES[form])
            .header('content-length', (await stat(path)).size)
            .header('content-disposition', `attachment; filename="testpoint-${run.id.slice(0, 8)}.${form}"`)
            .send(content);
          await finished(content);
        });
      } catch (error) {
        if (!gone.signal.aborted) throw error;
      }
      return reply;
    },
  );
}

import { createHash, randomUUID } from 'node:crypto';
import { ATTACHMENT_BYTES } from '../peer.js';
import { parts } from './multipart.js';
import { type Answer, elements, member, type Received, type StandIn } from './service.js';

/** Qase: runs and attachments with API v1, results in bulk with v2 (developers.qase.io). */
export function qase(): StandIn {
  const runs = new Set<string>();
  /** Maps the hash that we returned to the digest of the content, for complete attachments. */
  const uploads = new Map<string, string>();
  const results = new Set<unknown>();
  const attachments = new Set<string>();

  function createRun(): Answer {
    const id = runs.size + 1;
    runs.add(String(id));
    return ok({ id });
  }

  function acceptResults({ params: [run = ''], body }: Received): Answer {
    if (!runs.has(run)) return notFound('Test run');
    for (const result of elements(member(JSON.parse(body.toString()), 'results'))) {
      // Older reporters send no id. Then the service treats each one as a separate result.
      const id = member(result, 'id') ?? randomUUID();
      results.add(id);
      for (const hash of hashesOf(result)) {
        const digest = uploads.get(hash);
        if (digest !== undefined) attachments.add(`${String(id)} ${digest}`);
      }
    }
    return { status: 202, body: { status: true } };
  }

  async function acceptAttachments({ contentType, body }: Received): Promise<Answer> {
    const files = await parts(body, contentType);
    const accepted = files.map(({ filename = '', contentType: mime, content }) => {
      const hash = randomUUID();
      if (content.length === ATTACHMENT_BYTES) uploads.set(hash, digestOf(content));
      const url = `https://stand-in/attachment/${hash}/${filename}`;
      return { hash, filename, mime, extension: filename.split('.').pop(), size: content.length, url, full_path: url };
    });
    return ok(accepted);
  }

  return {
    results: () => results.size,
    attachments: () => attachments.size,
    routes: [
      { method: 'POST', path: /^\/v1\/run\/\w+$/, answer: createRun },
      { method: 'POST', path: /^\/v1\/attachment\/\w+$/, answer: acceptAttachments },
      { method: 'POST', path: /^\/v2\/\w+\/run\/(\d+)\/results$/, answer: acceptResults },
      {
        method: 'POST',
        path: /^\/v1\/run\/\w+\/(\d+)\/complete$/,
        answer: ({ params: [run = ''] }) => (runs.has(run) ? ok(undefined) : notFound('Test run')),
      },
    ],
  };
}

/** The attachments that a result and its steps refer to. */
function hashesOf(result: unknown): string[] {
  return [
    ...elements(member(result, 'attachments')),
    ...elements(member(member(result, 'execution'), 'attachments')),
    ...elements(member(result, 'steps')).flatMap(hashesOf),
  ].filter((hash) => typeof hash === 'string');
}

function digestOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('base64');
}

function ok(result: unknown): Answer {
  return { status: 200, body: { status: true, result } };
}

function notFound(what: string): Answer {
  return { status: 404, body: { status: false, errorMessage: `${what} is not found` } };
}

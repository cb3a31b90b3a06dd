import { createHash, randomUUID } from 'node:crypto';
import { ATTACHMENT_BYTES } from '../peer.js';
import { type Part, parts } from './multipart.js';
import { type Answer, elements, member, type Received, type StandIn } from './service.js';

interface Item {
  /** The test: this item or, for a nested step, the one that contains it. Suites have none. */
  test?: string;
}

/** ReportPortal: launches, their items and logs with its asynchronous API v2 (reportportal.io/docs). */
export function reportPortal(): StandIn {
  const launches = new Set<string>();
  const items = new Map<string, Item>();
  const results = new Set<string>();
  const attachments = new Set<string>();

  function startLaunch(): Answer {
    const id = randomUUID();
    launches.add(id);
    return { status: 201, body: { id, number: launches.size } };
  }

  function finishLaunch({ params: [id = ''] }: Received): Answer {
    if (!launches.has(id)) return notFound('Launch', id);
    return { status: 200, body: { id, link: `http://stand-in/ui/#project/launches/all/${id}` } };
  }

  function startItem({ params: [parent], body }: Received): Answer {
    const item: unknown = JSON.parse(body.toString());
    const launch = member(item, 'launchUuid');
    if (typeof launch !== 'string' || !launches.has(launch)) return notFound('Launch', launch);
    if (parent !== undefined && !items.has(parent)) return notFound('Test Item', parent);
    const id = randomUUID();
    const isNestedStep = member(item, 'hasStats') === false;
    const isTest = String(member(item, 'type')).toUpperCase() === 'STEP';
    const test = isNestedStep ? items.get(parent ?? '')?.test : isTest ? id : undefined;
    items.set(id, test === undefined ? {} : { test });
    return { status: 201, body: { id } };
  }

  function finishItem({ params: [id = ''] }: Received): Answer {
    const item = items.get(id);
    if (item === undefined) return notFound('Test Item', id);
    if (item.test === id) results.add(id);
    return { status: 200, body: { message: `Accepted finish request for test item ID = ${id}` } };
  }

  async function log({ contentType, body }: Received): Promise<Answer> {
    if (!contentType.startsWith('multipart/')) {
      const item = member(JSON.parse(body.toString()), 'itemUuid');
      return isKnown(item) ? { status: 201, body: { id: randomUUID() } } : notFound('Test Item', item);
    }
    const sent = await parts(body, contentType);
    const logs = elements(
      JSON.parse(sent.find(({ name }) => name === 'json_request_part')?.content.toString() ?? '[]'),
    );
    const responses = logs.map((entry) => {
      attach(member(entry, 'itemUuid'), fileOf(entry, sent));
      return { id: randomUUID() };
    });
    return { status: 201, body: { responses } };
  }

  /** Logs without an item belong to the launch. */
  function isKnown(item: unknown): boolean {
    return item === undefined || (typeof item === 'string' && items.has(item));
  }

  function attach(item: unknown, file: Part | undefined): void {
    const test = typeof item === 'string' ? items.get(item)?.test : undefined;
    if (test === undefined || file?.content.length !== ATTACHMENT_BYTES) return;
    attachments.add(`${test} ${createHash('sha256').update(file.content).digest('base64')}`);
  }

  return {
    results: () => results.size,
    attachments: () => attachments.size,
    routes: [
      { method: 'POST', path: /^\/api\/v2\/\w+\/launch$/, answer: startLaunch },
      { method: 'PUT', path: /^\/api\/v2\/\w+\/launch\/([\w-]+)\/finish$/, answer: finishLaunch },
      { method: 'POST', path: /^\/api\/v2\/\w+\/item\/?([\w-]+)?$/, answer: startItem },
      { method: 'PUT', path: /^\/api\/v2\/\w+\/item\/([\w-]+)$/, answer: finishItem },
      { method: 'POST', path: /^\/api\/v2\/\w+\/log$/, answer: log },
    ],
  };
}

/** The file that a log entry names, from the parts of the request. */
function fileOf(entry: unknown, sent: readonly Part[]): Part | undefined {
  const name = member(member(entry, 'file'), 'name');
  return sent.find(({ filename }) => filename !== undefined && filename === name);
}

function notFound(what: string, id: unknown): Answer {
  return {
    status: 404,
    body: { errorCode: 4045, message: `${what} '${String(id)}' not found. Did you use correct ID?` },
  };
}

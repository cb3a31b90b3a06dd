import { labs } from '@testpoint/frameworks/labs';
import { startServer } from '@testpoint/reference-server';
import { inspect, resultsIn } from '../../../scripts/inspection.mjs';
import {
  ATTACHMENT_BYTES,
  byFramework,
  type Contestant,
  type Delivered,
  FRAMEWORKS,
  type Framework,
  type Wiring,
} from '../peers/peer.js';
import { elements, member } from '../peers/stand-in/service.js';
import { quietReporter } from './configuration.js';

type Resolve = (name: string) => string;

/**
 * Our reporter with its single line, and with the second line, which adds hooks and steps where the reporter can't load the
 * setup file itself.
 * @param resolve from the name of a module of ours to what the suite loads
 */
export function ours(resolve: Resolve = (name) => name): [alone: Contestant, withSetup: Contestant] {
  const alone: Contestant = {
    name: 'testpoint',
    frameworks: FRAMEWORKS,
    limits: byFramework((framework) => labs[framework].bench.withoutSetup),
    async startService({ latency }) {
      const faults = { rules: latency === 0 ? [] : [{ latency }] };
      const server = await startServer({ port: 0, open: true, database: ':memory:', faults });
      return { url: server.url, delivered: () => delivered(server.url), close: () => server.close() };
    },
    wire: (framework, { url }) => wire(framework, url, [], resolve),
  };
  const withSetup: Contestant = {
    ...alone,
    name: 'testpoint-setup',
    frameworks: FRAMEWORKS.filter((framework) => labs[framework].bench.withoutSetup !== undefined),
    limits: {},
    wire: (framework, { url }) => wire(framework, url, [resolve(`@testpoint/${framework}/setup`)], resolve),
  };
  return [alone, withSetup];
}

const SECRET_KEY = 'YmVuY2g=';
const RUN_ID = '6c1f3a52-0d3b-4f0e-9a56-2f6f0c3f7b10';
const CONFIGURATION_ID = 'b2a7c0de-3c55-4f0b-8d38-9b1c5e2f4a11';

function wire(framework: Framework, url: string, setupFiles: readonly string[], resolve: Resolve): Wiring {
  const { options, attach } = labs[framework].bench;
  return {
    reporter: [resolve(`@testpoint/${framework}`), { ...options?.(quietReporter(framework)) }],
    setupFiles,
    env: {
      TMS_URL: url,
      TMS_SECRET_KEY: SECRET_KEY,
      TMS_TEST_RUN_ID: RUN_ID,
      TMS_CONFIGURATION_ID: CONFIGURATION_ID,
    },
    ...(attach === undefined && {
      attach: {
        api: resolve(`@testpoint/${framework}/api`),
        call: "(name, content) => api.attach(name, content, 'text/plain')",
      },
    }),
  };
}

/** What the reference server holds: the latest result of each test, and the attachments that these and their steps name. */
async function delivered(url: string): Promise<Delivered> {
  const service = { url, secretKey: SECRET_KEY };
  const results = new Map((await resultsIn(service, RUN_ID)).map((one) => [one.autoTestExternalId, one]));
  const { counts, bytesReceived }: Requests = await (await inspect(service, 'requests')).json();
  let attachments = 0;
  for (const id of [...results.values()].flatMap(({ body }) => attachmentsIn(body))) {
    const { size }: { size?: number } = await (await inspect(service, `attachments/${id}`)).json();
    if (size === ATTACHMENT_BYTES) attachments++;
  }
  return {
    results: results.size,
    attachments,
    // Only operations of the interface. We made the other requests here.
    requests: counts.reduce((sum, { operation, requests }) => (operation === 'other' ? sum : sum + requests), 0),
    bytes: bytesReceived,
  };
}

interface Requests {
  counts: { operation: string; requests: number }[];
  bytesReceived: number;
}

/** Attachments of a result or a step, and of its inner steps. */
function attachmentsIn(body: unknown): string[] {
  const own = elements(member(body, 'attachments')).map((one) => String(member(one, 'id') ?? one));
  const steps = STEPS.flatMap((name) => elements(member(body, name)));
  return [...own, ...steps.flatMap(attachmentsIn)];
}

const STEPS = ['setupResults', 'stepResults', 'teardownResults'];

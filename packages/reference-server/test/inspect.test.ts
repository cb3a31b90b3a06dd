import { describe, expect, it } from 'vitest';
import { isFleet, LOGIN, PAY, result, startBareService, startService, useServers } from './service.js';

useServers();

const service = await startService();

describe('the inspection', () => {
  it('shows a run, its test points, and the autotests of each', async () => {
    const run = await service.newRun([LOGIN, PAY]);
    const { body } = await service.addResults(run, result({ autoTestExternalId: 'pay > card' }));
    const [resultId] = body as string[];
    const configurationId = 'aaaaaaaa-0000-4000-8000-000000000010';
    expect(await service.run(run)).toEqual({
      id: run,
      projectGlobalId: 1,
      testPlanGlobalId: 5,
      status: 'Pending',
      createdOn: expect.any(String),
      startedOn: null,
      completedOn: null,
      testPoints: [
        {
          ...LOGIN,
          configurationId,
          status: 'In progress',
          autoTests: [{ autoTestExternalId: 'login', status: 'In progress', filler: false, resultId: null }],
        },
        {
          ...PAY,
          configurationId,
          status: 'In progress',
          autoTests: [
            { autoTestExternalId: 'pay > card', status: 'Passed', filler: false, resultId },
            { autoTestExternalId: 'pay > cash', status: 'In progress', filler: false, resultId: null },
          ],
        },
      ],
      next: null,
    });
    expect((await service.get('/inspect/runs')).body).toMatchObject([{ id: run, testPoints: { total: 2 } }]);
  });

  it('returns results and history as a whole or in parts', async () => {
    const open = await startBareService({ open: true });
    const run = '11111111-1111-4111-8111-111111111111';
    const ids = Array.from({ length: 250 }, (_, index) => `test ${index}`);
    for (let round = 0; round < 2; round++) {
      await open.addResults(
        run,
        ids.map((autoTestExternalId) => result({ autoTestExternalId, message: `round ${round}` })),
      );
    }
    const results = await open.entries(run, 'results');
    expect(results.map(({ autoTestExternalId }) => autoTestExternalId)).toEqual(ids);
    expect(new Set(results.map(({ body }) => body.message))).toEqual(new Set(['round 1']));
    expect(await open.entries(run, 'history')).toHaveLength(500);
    for (const list of ['results', 'history'] as const) {
      const all = await open.entries(run, list);
      const pages = [];
      let after = 0;
      for (;;) {
        const page = await open.entries(run, list, `?limit=99&after=${after}`);
        pages.push(...page);
        after = page.at(-1)?.cursor ?? after;
        if (page.length < 99) break;
      }
      expect(pages).toEqual(all);
      const bare = await open.entries(run, list, '?bodies=false');
      expect(bare).toEqual(all.map(({ body: _, ...entry }) => entry));
      expect(await open.entries(run, list, '?limit=0')).toEqual([]);
      expect(await open.entries(run, list, '?limit=100')).toHaveLength(100);
    }
  });

  it.each([
    ['/inspect/runs/x', 400],
    ['/inspect/runs/11111111-1111-4111-8111-111111111111', 404],
    ['/inspect/runs/11111111-1111-4111-8111-111111111111/results', 404],
    ['/inspect/runs/11111111-1111-4111-8111-111111111111/history', 404],
    ['/inspect/runs/11111111-1111-4111-8111-111111111111/results?limit=x', 400],
    ['/inspect/runs/11111111-1111-4111-8111-111111111111/results?after=-1', 400],
  ])('%s is refused with %i', async (path, status) => {
    expect(await service.get(path)).toMatchObject({ status, body: { status } });
  });

  // Each server of a fleet counts only its own requests.
  it.skipIf(isFleet)('counts requests by operation and status, connections, and bytes', async () => {
    const other = await startService();
    const run = await other.newRun();
    await other.addResults(run, result({ message: 'x'.repeat(5000) }));
    await other.addResults(run, result({ outcome: 'x' }));
    await other.get('/api/Public/GetTestRuns/1');
    await other.request('POST', '/api/Public/GetTestRuns/1');
    const counted = (await other.get('/inspect/requests')).body as { connections: number; bytesReceived: number };
    expect(counted).toMatchObject({
      counts: expect.arrayContaining([
        { operation: 'createRun', status: 200, requests: 1 },
        { operation: 'addResults', status: 200, requests: 1 },
        { operation: 'addResults', status: 400, requests: 1 },
        { operation: 'listRuns', status: 200, requests: 2 },
      ]),
      strikes: [],
    });
    expect(counted.connections).toBeGreaterThan(0);
    expect(counted.bytesReceived).toBeGreaterThan(5000);
  });
});

interface Document {
  openapi: string;
  paths: Record<string, Record<string, { operationId: string; tags: string[]; deprecated?: boolean }>>;
  components: { schemas: Record<string, unknown> };
}

interface Content {
  content?: Record<string, { schema: { properties: Record<string, { type: string; format: string }> } }>;
}

interface ClientDocument {
  paths: Record<string, Record<string, ClientOperation>>;
}

interface ClientOperation {
  operationId: string;
  tags: string[];
  parameters: unknown[];
  requestBody: Required<Content> & { required: boolean };
  responses: Record<string, Content>;
}

/** The path of an operation, and its entry in the document. */
function operation({ paths }: ClientDocument, id: string): [path: string, methods: Record<string, ClientOperation>] {
  const found = Object.entries(paths).find(([, methods]) =>
    Object.values(methods).some(({ operationId }) => operationId === id),
  );
  return found ?? never();
}

function never(): never {
  throw new Error('The document does not contain this.');
}

describe('the OpenAPI document', () => {
  it('is generated from the routes, and has every operation of the interface', async () => {
    const { status, body } = await service.request('GET', '/openapi.json', { headers: {} });
    expect(status).toBe(200);
    const document = body as Document;
    expect(document.openapi).toBe('3.1.0');
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, { tags, deprecated = false }]) => `${method} ${path} ${tags}${deprecated ? ' deprecated' : ''}`,
      ),
    );
    expect(operations.sort()).toEqual(
      [
        'get /api/Public/GetTestRuns/{projectId} Runs deprecated',
        'post /api/Public/GetTestRuns/{projectId} Runs deprecated',
        'post /api/Public/CreateTestRun Runs deprecated',
        'post /api/Public/StartTestRun/{testRunId} Runs deprecated',
        'post /api/Public/StopTestRun/{testRunId} Runs deprecated',
        'post /api/Public/CompleteTestRun/{testRunId} Runs deprecated',
        'post /api/Public/SetAutoTestResult Results deprecated',
        'post /api/v2/testResults Results deprecated',
        'post /api/v2/testRuns/{testRunId}/testResults Results',
        'post /api/Public/attachment Attachments',
        'get /inspect/runs Inspection',
        'get /inspect/runs/{testRunId} Inspection',
        'get /inspect/runs/{testRunId}/results Inspection',
        'get /inspect/runs/{testRunId}/history Inspection',
        'get /inspect/attachments/{id} Inspection',
        'get /inspect/attachments/{id}/content Inspection',
        'get /inspect/requests Inspection',
        'get /health Monitoring',
        'get /ready Monitoring',
      ].sort(),
    );
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('is enough for a client to upload a file and to download it again', async () => {
    const document = (await service.get('/openapi.json')).body as ClientDocument;
    const [path = '', { post }] = operation(document, 'uploadAttachment');
    const [[type, { schema }] = never()] = Object.entries(post?.requestBody.content ?? {});
    expect({ type, required: post?.requestBody.required }).toEqual({ type: 'multipart/form-data', required: true });
    const body = new FormData();
    for (const [name, { type, format }] of Object.entries(schema.properties)) {
      expect({ type, format }).toEqual({ type: 'string', format: 'binary' });
      body.append(name, new Blob(['content']), 'a.txt');
    }
    const answer = await service.request('POST', path, { body });
    expect(answer.status).toBe(200);

    const [contentPath = '', { get }] = operation(document, 'inspectAttachmentContent');
    const content = await service.get(contentPath.replace('{id}', (answer.body as { id: string }).id));
    expect(content.body).toBe('content');
    expect(Object.keys(get?.responses['200']?.content ?? {})).toEqual([content.headers.get('content-type')]);
    expect(Object.keys(get?.responses['4XX']?.content ?? {})).toEqual(['application/problem+json']);
  });

  it('lists UserName with the credentials of every operation except the probes', async () => {
    const document = (await service.get('/openapi.json')).body as ClientDocument;
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    for (const { parameters } of operations.filter(({ tags }) => !tags.includes('Monitoring'))) {
      expect(parameters).toContainEqual(expect.objectContaining({ name: 'UserName', in: 'header', required: false }));
    }
  });

  it('refers only to schemas that it contains', async () => {
    const text = JSON.stringify((await service.get('/openapi.json')).body);
    const { components } = JSON.parse(text) as Document;
    const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference);
    expect(references.length).toBeGreaterThan(20);
    for (const reference of references) {
      expect(Object.keys(components.schemas).map((name) => `#/components/schemas/${name}`)).toContain(reference);
    }
  });
});

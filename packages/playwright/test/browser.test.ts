import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byId, type Held, outline, PATIENCE, Suite, useService } from './harness.js';

const chromium = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  (path) => path && existsSync(path),
);

describe.skipIf(chromium === undefined)('with a browser', () => {
  const service = useService();
  let suite: Suite;
  let held: Held[];
  beforeAll(async () => {
    suite = new Suite('browser', service.url);
    await suite.run({ redact: ['told-by-redact'] }, [], { CHROMIUM: chromium });
    held = await suite.arrived();
  }, PATIENCE);
  afterAll(() => suite.clean());

  it('text typed into a password field is nowhere in the results, text typed elsewhere is', () => {
    const text = JSON.stringify(held);
    expect(text).not.toContain('hunter');
    expect(text).toContain('***');
    expect(text).toContain('Ada Lovelace');
  });

  it('screenshot and trace of a failed test arrive, and its texts are masked', async () => {
    const { attachments = [], outcome } = byId(held).get('secrets.spec.ts > fails while it types') ?? {};
    expect(outcome).toBe('Failed');
    const names = [];
    for (const one of attachments) {
      const { name, content, contentType } = await suite.attachment(typeof one === 'string' ? one : one.id);
      expect(content.length).toBeGreaterThan(100);
      if (contentType.startsWith('text/')) expect(content).not.toContain('hunter-in-the');
      names.push(name);
    }
    expect(names).toEqual(expect.arrayContaining(['screenshot', 'trace']));
  });

  it('typed text is masked in text attachments of any type, and other attachments arrive unchanged', async () => {
    const { attachments = [] } = byId(held).get('secrets.spec.ts > attaches what it typed') ?? {};
    const contents: Record<string, string> = {};
    for (const one of attachments) {
      const id = typeof one === 'string' ? one : one.id;
      const { name } = await suite.attachment(id);
      contents[name] = (await suite.bytes(id)).toString(name === 'words' ? 'utf16le' : 'utf8');
    }
    const masked = 'id;word\n1;***\n2;***\n';
    expect(contents).toEqual({
      rows: masked,
      words: `\ufeff${masked}`,
      picture: '\0id;word\n1;hunter-attached\n2;told-by-redact\n',
      'copied file': masked,
      'deleted file': 'a line\n'.repeat(30_000) + masked,
    });
  });

  it('text that a test would have typed is masked in the code around its error', async () => {
    const { attachments = [], outcome } = byId(held).get('secrets.spec.ts > fails before it types') ?? {};
    expect(outcome).toBe('Failed');
    const texts: string[] = [];
    for (const one of attachments) {
      const { name, content } = await suite.attachment(typeof one === 'string' ? one : one.id);
      if (name === 'error-context') texts.push(content);
    }
    expect(texts).toHaveLength(1);
    expect(texts[0]).toContain(".fill('***');");
    expect(texts[0]).not.toContain('hunter-not-typed');
  });

  it('the steps of fixtures are in setup and teardown', () => {
    const { setupResults, teardownResults } = byId(held).get('secrets.spec.ts > types into fields of all kinds') ?? {};
    expect(outline(setupResults).flat()).toEqual(expect.arrayContaining(['Fixture "browser"', 'Fixture "page"']));
    expect(outline(teardownResults).flat()).toEqual(expect.arrayContaining(['Fixture "page"', 'Fixture "context"']));
  });
});

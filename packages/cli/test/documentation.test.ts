import { existsSync, mkdirSync, mkdtempSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startServer } from '@testpoint/reference-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IS_LONG } from '../../../scripts/is-long.js';
import { LONG, useWorkshop } from '../../../scripts/starters/test/use-workshop.js';
import { Project, suitesOfAll } from './ci/project.js';
import { docsPages, pages, shellBlocks, textOf } from './documentation/blocks.js';
import { type Place, runPage } from './documentation/run-page.js';
import { inProcess } from './harness.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** Installs packages, so it runs in a workshop. */
const FROM_REGISTRY = 'docs/five-minutes.md';

interface Circumstances extends Pick<Place, 'before' | 'after'> {
  /** How many arrive at the service. */
  results: number;
  /** The page is about a workspace with two packages, not one project with all frameworks. */
  workspace?: true;
  /** `npm test` runs it, too. */
  isSample?: true;
}

const SETTINGS = 'export TMS_URL=https://tms.example.com TMS_SECRET_KEY=… TMS_CONFIGURATION_ID=…';

/** Each page with blocks that run. */
const CIRCUMSTANCES: Record<string, Circumstances> = {
  'README.md': { after: 'npx vitest run', results: 4 },
  // Reports of two shards, and a session that waits in the outbox.
  'docs/report.md': {
    before: `npx mocha && mkdir shard-1 shard-2 && cp -r testpoint-report shard-1 && mv testpoint-report shard-2
      (${SETTINGS} TMS_TEST_RUN_ID=… && TMS_URL=http://127.0.0.1:9 npx mocha)`,
    results: 0,
  },
  'docs/monorepos.md': { workspace: true, results: 2 },
  'packages/cli/README.md': {
    before: `${SETTINGS} TMS_PROJECT_GLOBAL_ID=… TMS_TEST_PLAN_GLOBAL_ID=… TMS_TEST_POINTS=test-points.json`,
    results: 2,
  },
  'packages/cucumber/README.md': {
    before: `mkdir -p own/features && cd own
      printf 'Feature: Cart\\n  Scenario: is empty\\n    Given a cart\\n' > features/cart.feature
      printf 'const { Given } = require("@cucumber/cucumber");\\nGiven("a cart", () => {});\\n' > features/steps.cjs`,
    after: `npx cucumber-js --require features/steps.cjs --format '"@testpoint/cucumber":".testpoint/cucumber.log"'`,
    results: 1,
  },
  'packages/jest/README.md': { after: 'npx jest', results: 4 },
  'packages/mocha/README.md': { after: 'npx mocha', results: 4, isSample: true },
  'packages/node-test/README.md': {
    before: `mkdir own && cd own && printf 'import { test } from "node:test";\\ntest("one", () => {});\\n' > a.test.mjs`,
    after: `node --test-reporter=@testpoint/node-test --test-reporter-destination=stdout --test`,
    results: 1,
  },
  'packages/playwright/README.md': { results: 4 },
  'packages/reference-server/README.md': { results: 1 },
  'packages/vitest/README.md': { after: 'npx vitest run', results: 4 },
};

describe.skipIf(process.platform === 'win32')(
  'the shell blocks of each page, pasted in order, do what the page says',
  { timeout: LONG },
  () => {
    let project: Project;
    beforeAll(async () => {
      project = new Project(suitesOfAll([{ configurationGlobalId: 1, testCaseGlobalId: 1 }]));
      await setUp(project.repository);
    });
    afterAll(() => project.remove());

    test('every page with shell blocks is in the list', () => {
      const hasBlocks = (page: string) => shellBlocks(page).some(({ notRun }) => notRun === undefined);
      const expected = [...Object.keys(CIRCUMSTANCES), FROM_REGISTRY];
      expect(pages().filter(hasBlocks).toSorted()).toEqual(expected.toSorted());
    });

    for (const [page, { before, after, results, isSample, workspace }] of Object.entries(CIRCUMSTANCES)) {
      test.runIf(IS_LONG || isSample)(page, async () => {
        const checkout = project.checkout();
        const folder = workspace ? makeWorkspace(checkout) : checkout;
        const server = await startServer({ port: 0, open: true });
        const place = { folder, otherFolder: folder, env: { npm_config_offline: 'true' }, url: server.url };
        const end = await runPage(page, { ...place, before: before ?? '', after: after ?? '' });
        await server.close();
        expect(end, end.output).toMatchObject({ code: 0, notPrinted: [], results });
      });
    }
  },
);

describe.runIf(IS_LONG)('docs/five-minutes.md, with packed packages', () => {
  const workshop = useWorkshop({ registry: true });

  // The other terminal is in an empty folder, so npx fetches the server that the page names.
  test('leads from an empty folder to a report, and to the reference server', { timeout: LONG }, async () => {
    const { work, environment, service } = workshop();
    const [folder, otherFolder] = [mkdtempSync(join(work, 'empty-')), mkdtempSync(join(work, 'empty-'))];
    const env = { ...environment, npm_config_yes: 'true', NO_COLOR: '1' };
    const end = await runPage(FROM_REGISTRY, { folder, otherFolder, env, url: service.url });
    expect(end, end.output).toMatchObject({ code: 0, notPrinted: [], results: 2 });
  });
});

test("README's index names every page of docs", () => {
  const linked = [...textOf('README.md').matchAll(/^- \[.*\]\((docs\/.*)\)/gm)].map(([, page]) => page);
  expect(linked.toSorted()).toEqual(docsPages().toSorted());
});

test.each(pages())('each link of %s leads to a file, and to a heading in it', (page) => {
  const broken = [...proseOf(page).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)].filter(([, path, heading]) => {
    const target = path ? join(dirname(page), path) : page;
    if (!existsSync(join(ROOT, target))) return true;
    return heading !== undefined && !headingsOf(target).includes(heading);
  });
  expect(broken.map(([link]) => link)).toEqual([]);
});

test('npx names packages by their own names, because it fetches whatever has the name of a command', () => {
  expect(pages().filter((page) => /npx (--?\S+ )*testpoint-server/.test(textOf(page)))).toEqual([]);
});

const PUBLIC = pages().filter((page) => {
  const folder = /^packages\/\w[\w-]*/.exec(page)?.[0];
  return folder !== undefined && JSON.parse(textOf(`${folder}/package.json`)).private !== true;
});

test.each(PUBLIC)('%s, which npm shows, mentions only files that users have', (page) => {
  const text = textOf(page);
  const targets = [...text.matchAll(/\]\((?!https:\/\/)(.*?)\)/g)].map(([, target = '']) => target);
  expect(targets.filter((target) => !target.startsWith('#'))).toEqual([]);
  expect(text).not.toMatch(/\bdocs\/|\bpackages\/|\bscripts\/|examples\/|in the repository|npm run (test:|demo|check)/);
});

/** A page without its blocks of code. */
function proseOf(page: string): string {
  return textOf(page)
    .replaceAll(/^ *```[\s\S]*?^ *```$/gm, '')
    .replaceAll(/`[^`\n]*`/g, '');
}

/** The headings of a page, as links name them. */
function headingsOf(page: string): string[] {
  const titles = [...textOf(page).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) => title);
  return titles.map((title) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}

/** A project in which `testpoint init` has been run, with the reference server installed. */
async function setUp(folder: string): Promise<void> {
  const modules = join(folder, 'node_modules');
  symlinkSync(join(ROOT, 'packages/reference-server'), join(modules, '@testpoint', 'reference-server'));
  symlinkSync(join(ROOT, 'packages/reference-server/dist/bin.js'), join(modules, '.bin', 'testpoint-server'));
  writeFileSync(join(folder, '.mocharc.cjs'), "module.exports = { spec: '*.mocha.test.js' };\n");
  const { code, stdout, stderr } = await inProcess(['init', '--yes'], {}, folder);
  expect(code, stdout + stderr).toBe(0);
}

/** Two packages, each with a test, with what is installed in a project. @returns the workspace's folder */
function makeWorkspace(project: string): string {
  const folder = `${project}-workspace`;
  mkdirSync(folder);
  for (const name of ['node_modules', 'test-points.json']) renameSync(join(project, name), join(folder, name));
  const names = ['mocha', '@testpoint/mocha', 'testpoint'];
  const devDependencies = Object.fromEntries(names.map((name) => [name, '*']));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, workspaces: ['packages/*'] }));
  writeFileSync(join(folder, 'package-lock.json'), '{}');
  for (const name of ['billing', 'cart']) {
    const inPackage = join(folder, 'packages', name);
    mkdirSync(join(inPackage, 'test'), { recursive: true });
    const manifest = { name, version: '1.0.0', scripts: { test: 'mocha' }, devDependencies };
    writeFileSync(join(inPackage, 'package.json'), JSON.stringify(manifest));
    writeFileSync(join(inPackage, 'test', `${name}.test.js`), "it('adds up', () => {});\n");
  }
  return folder;
}

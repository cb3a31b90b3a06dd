import type { RunData } from '@testpoint/report/format';
import { comparedReport } from './compared.js';
import { placeholder, type SampleFile, type SampleTest } from './sample-test.js';
import { NO_COUNTS, type SampleReport } from './write-report.js';

/** Text in a report that tries to do more than be shown. */
export interface Hostile {
  name: string;
  test?: Partial<SampleTest>;
  run?: Partial<RunData>;
  session?: Partial<RunData['sessions'][number]>;
  /** Instead of a report of one test. */
  report?: SampleReport;
  /** The text that the page must show. */
  shows: string;
  /** The view that shows it. @default the result's page */
  hash?: string;
}

const CALL = 'window.hostile=1';
const SCRIPT = `<script>${CALL}</script>`;
const IMAGE = `<img src=x onerror="${CALL}">`;
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="${CALL}"><script>${CALL}</script></svg>`;
const STARTED = Date.UTC(2026, 10, 23);

/** A report with one result that contains the hostile text. */
export function hostileReport({ test, run, session, report }: Hostile): SampleReport {
  return (
    report ?? {
      run: {
        createdAt: STARTED,
        startedAt: STARTED,
        endedAt: STARTED + 1_000,
        sessions: [
          {
            id: 'hostile',
            framework: 'playwright',
            frameworkVersion: '1.65.1',
            tool: '@testpoint/playwright 0.1.0',
            startedAt: STARTED,
            endedAt: STARTED + 1_000,
            end: 'complete',
            counts: { ...NO_COUNTS, passed: 0, failed: 1, blocked: 0, skipped: 0 },
            problems: [],
            warnings: [],
            unreadableLines: 0,
            missingResults: 0,
            missingAttachments: 0,
            ...session,
          },
        ],
        failureGroups: [],
        incomplete: [],
        ...run,
      },
      tests: [
        {
          session: 0,
          file: 'a.spec.ts',
          suites: ['suite'],
          title: 'title',
          line: 1,
          worker: 0,
          outcome: 'F',
          start: 0,
          duration: 10,
          ...test,
        },
      ],
    }
  );
}

function inError(member: 'message' | 'stack' | 'codeFrame', text: string): Partial<SampleTest> {
  return {
    view: { errors: [{ message: 'Error', [member]: text }] },
    body: { message: member === 'message' ? text : 'Error' },
  };
}

function link(url: string, title?: string): Partial<SampleTest> {
  return { body: { links: [{ url, ...(title !== undefined && { title }) }] } };
}

function attached(file: SampleFile): Partial<SampleTest> {
  return { files: [file], body: { attachments: [{ id: placeholder(0) }] } };
}

function claimed(path: string, contentType = 'image/png'): Partial<SampleTest> {
  return attached({
    name: `from ${path}`,
    contentType,
    claim: { path, bytes: 10, isText: contentType.startsWith('text/') },
  });
}

const RESULT = '#/tests/row0000001';

const ALL: Hostile[] = [
  { name: 'a script as a title', test: { title: SCRIPT }, shows: SCRIPT },
  { name: 'an image as a title', test: { title: IMAGE }, shows: IMAGE },
  {
    name: 'a title that closes an attribute',
    test: { title: `"><svg onload=${CALL}>` },
    shows: `"><svg onload=${CALL}>`,
  },
  {
    name: 'a title with a template expression',
    test: { title: `{{constructor.constructor('${CALL}')()}}` },
    shows: '{{constructor',
  },
  {
    name: 'a title that closes a style element',
    test: { title: '</style><style>*{background:url(https://evil.example/x)}' },
    shows: '</style><style>',
  },
  { name: 'an image as a title in the list of tests', test: { title: IMAGE }, shows: IMAGE, hash: '#/tests' },
  { name: 'a script as the title of a describe block', test: { suites: [SCRIPT] }, shows: SCRIPT },
  {
    name: 'an image as the title of a describe block in the tree',
    test: { suites: [IMAGE] },
    shows: IMAGE,
    hash: '#/tests',
  },
  { name: 'an image as a file name', test: { file: `${IMAGE}.spec.ts` }, shows: IMAGE },
  { name: 'an image as a project', test: { project: IMAGE }, shows: IMAGE },
  { name: 'an image as an external id', test: { id: IMAGE }, shows: IMAGE },
  {
    name: 'a message that ends its block',
    test: inError('message', `</pre></script>${SCRIPT}`),
    shows: `</pre></script>${SCRIPT}`,
  },
  { name: 'a message that begins a comment', test: inError('message', `<!--<script>${CALL}`), shows: '<!--<script>' },
  { name: 'a stack with an image', test: inError('stack', `Error\n    at ${IMAGE}`), shows: IMAGE },
  { name: 'a code frame with an image', test: inError('codeFrame', `> 1 | ${IMAGE}`), shows: IMAGE },
  {
    name: 'compared values with markup',
    test: { view: { errors: [{ message: 'Error', expected: IMAGE, actual: SCRIPT }] } },
    shows: SCRIPT,
  },
  {
    name: 'a step with an image',
    test: { body: { stepResults: [{ title: IMAGE, outcome: 'Failed', description: SCRIPT }] } },
    shows: SCRIPT,
  },
  {
    name: 'a step with an image, found by the search',
    test: { body: { stepResults: [{ title: `needle ${IMAGE}`, outcome: 'Passed' }] } },
    shows: `step: needle ${IMAGE}`,
    hash: '#/tests?q=needle',
  },
  {
    name: 'a property with markup, as a group of the list',
    test: { body: { properties: { [SCRIPT]: IMAGE, __proto__: '1', constructor: IMAGE } } },
    shows: IMAGE,
    hash: `#/tests?order=${encodeURIComponent(`by ${SCRIPT}`)}&p.__proto__=1&p.constructor=${encodeURIComponent(IMAGE)}`,
  },
  {
    name: 'colors of source that do not fit it',
    test: {
      view: { errors: [{ message: 'Error', codeFrame: '> 1 | source', frameColors: `k99999"><script>${CALL}` }] },
    },
    shows: '> 1 | source',
  },
  {
    name: 'places of steps with an image',
    test: { body: { stepResults: [{ title: 'step', outcome: 'Passed' }] }, view: { stepPlaces: [IMAGE, 7] } },
    shows: `${IMAGE}:7`,
  },
  { name: 'a parameter with an image', test: { body: { parameters: { [IMAGE]: SCRIPT } } }, shows: SCRIPT },
  {
    name: 'a property that is called __proto__',
    test: { body: { properties: JSON.parse('{"__proto__":{"hostile":1},"kept":"yes"}') } },
    shows: 'kept',
  },
  {
    name: 'an outcome that is called __proto__',
    test: {
      body: JSON.parse(
        '{"outcome":"__proto__","stepResults":[{"title":"a step","outcome":"__proto__"},{"title":"the last step"}]}',
      ),
    },
    shows: 'the last step',
  },
  {
    name: 'a property that is called constructor',
    test: { body: { properties: { constructor: 'own', toString: 'own too' } } },
    shows: 'own too',
  },
  { name: 'a link that is a script', test: link(`javascript:${CALL}`), shows: `javascript:${CALL}` },
  { name: 'a link that is a script in mixed case', test: link(`JaVaScRiPt:${CALL}`), shows: 'JaVaScRiPt' },
  { name: 'a link that hides a script', test: link(`java\tscript:${CALL}`), shows: 'script:' },
  { name: 'a link with data', test: link(`data:text/html,${SCRIPT}`), shows: 'data:text/html' },
  { name: 'a link to a file', test: link('file:///etc/passwd'), shows: 'file:///etc/passwd' },
  {
    name: 'a link with another host before the @',
    test: link('https://bank.example@evil.example/'),
    shows: 'bank.example@evil.example',
  },
  { name: 'a link whose title is an image', test: link('https://a.example/', IMAGE), shows: IMAGE },
  {
    name: 'an attachment whose name is an image',
    test: attached({ name: IMAGE, contentType: 'text/plain', content: 'a' }),
    shows: IMAGE,
  },
  {
    name: 'an attachment with HTML',
    test: attached({ name: 'page', contentType: 'text/html', content: SCRIPT, ending: 'txt' }),
    shows: SCRIPT,
  },
  {
    name: 'an attachment with SVG',
    test: attached({ name: 'drawing', contentType: 'image/svg+xml', content: SVG, ending: 'txt' }),
    shows: SVG,
  },
  {
    name: 'a long attachment with HTML',
    test: attached({
      name: 'long page',
      contentType: 'text/html',
      content: `${SCRIPT}${' '.repeat(70_000)}`,
      ending: 'txt',
    }),
    shows: 'long page',
  },
  {
    name: 'an attachment from outside the folder',
    test: claimed('../../../etc/passwd'),
    shows: 'from ../../../etc/passwd',
  },
  {
    name: 'an attachment from another host',
    test: claimed('https://evil.example/x.png'),
    shows: 'from https://evil.example',
  },
  {
    name: 'an attachment from another host without a protocol',
    test: claimed('//evil.example/x.png'),
    shows: 'from //evil.example',
  },
  {
    name: 'a text attachment from another host',
    test: claimed('https://evil.example/x.txt', 'text/plain'),
    shows: 'from https://evil.example',
  },
  {
    name: 'a CI job that is a script',
    session: { ci: { job: `javascript:${CALL}`, branch: IMAGE } },
    shows: IMAGE,
    hash: '#/',
  },
  {
    name: 'a run whose URL is a script',
    session: { runUrl: `javascript:${CALL}`, runId: IMAGE },
    shows: IMAGE,
    hash: '#/',
  },
  {
    name: 'a problem with an image',
    session: { problems: [{ title: IMAGE, detail: SCRIPT }] },
    shows: SCRIPT,
    hash: '#/',
  },
  {
    name: 'a group of failures that is an image',
    run: { failureGroups: [{ key: 'image', message: IMAGE, places: [IMAGE], rows: [0], count: 1 }] },
    shows: IMAGE,
    hash: '#/',
  },
  { name: 'a known failure with a script', report: comparedReport(SCRIPT), shows: SCRIPT, hash: '#/tests/row0000002' },
  {
    name: 'an expired known failure with a script',
    report: comparedReport(SCRIPT),
    shows: SCRIPT,
    hash: '#/tests/row0000003',
  },
  { name: 'known failures with an image, on the overview', report: comparedReport(IMAGE), shows: IMAGE, hash: '#/' },
  {
    name: 'a comparison with an image',
    report: comparedReport(IMAGE),
    shows: `bills ${IMAGE}`,
    hash: '#/compare/gone',
  },
  { name: 'a blank title', test: { title: ' \n' }, shows: '(untitled)', hash: '#/tests' },
  { name: 'a direction override', test: { title: 'photo\u202Egpj.exe' }, shows: 'photo‹U+202E›gpj.exe' },
  {
    name: 'direction isolates and zero-width spaces',
    test: { title: '\u2066pay\u200Bments\u2069' },
    shows: '‹U+2066›pay‹U+200B›ments',
  },
  {
    name: 'control characters in a message',
    test: inError('message', 'red\u001b[31m\u0000\u0007'),
    shows: 'red␛[31m␀␇',
  },
  { name: 'line separators in a message', test: inError('message', `one\u2028${CALL}\u2029two`), shows: '‹U+2028›' },
  {
    name: 'a URL with an image',
    shows: 'No tests match',
    hash: `#/tests?q=${encodeURIComponent(IMAGE)}&project=${encodeURIComponent(SCRIPT)}`,
  },
];

export const HOSTILE = ALL.map((hostile) => ({ hash: RESULT, ...hostile }));

import { shopReport } from '../sample/shop.js';
import { sampleKey } from '../sample/write-report.js';

/** A page of the shop's report. */
interface ShopPage {
  name: string;
  hash: string;
  /** Selects something that is only on this page, and only once it is complete. */
  shows: string;
}

const tests = [...shopReport().tests];

/** The address of a failed result with screenshots. */
export const FAILED_RESULT = addressOf('chromium', 'pays by card');

/** Every kind of page. */
export const SHOP_PAGES: readonly ShopPage[] = [
  { name: 'overview', hash: '#/', shows: '.verdict' },
  { name: 'tests', hash: '#/tests', shows: 'a.entry' },
  { name: 'search', hash: '#/tests?q=lamps', shows: '.tree .hit' },
  { name: 'by-owner', hash: '#/tests?order=by+owner&p.tags=money', shows: '.entry.outer' },
  { name: 'no-match', hash: '#/tests?q=nothing+like+this', shows: '.tree .nothing' },
  { name: 'result', hash: `${FAILED_RESULT}?outcome=failed`, shows: '.result.failed .diff' },
  { name: 'flaky', hash: addressOf('chromium', 'suggests while one types'), shows: '.result.flaky .attempt' },
  { name: 'screenshots', hash: addressOf('chromium', 'zooms into a picture'), shows: '.result .comparison img' },
  { name: 'timeline', hash: '#/timeline', shows: '.lanes canvas' },
  { name: 'insights', hash: '#/insights', shows: '.board' },
];

/** Finds a test by its title, because its row changes with the sample. */
function addressOf(project: string, title: string): string {
  const row = tests.findIndex((test) => test.project === project && test.title === title);
  if (row < 0) throw new Error(`The shop has no test "${title}" in ${project}.`);
  return `#/tests/${sampleKey(row)}`;
}

import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { messageFile, sourceFiles, sourceOf } from './message-files.js';
import { CHAPTERS, page, rowsOf } from './page.js';
import { staleExclusions, strayTexts } from './stray-texts.js';

const files = sourceFiles().flatMap((file) => messageFile(sourceOf(file)) ?? []);
const PAGE = fileURLToPath(new URL('../../docs/troubleshooting.md', import.meta.url));

/** Something to search for: a setting, variable, option, command, file, or part of a report. */
const NAMED =
  /TMS_[A-Z_]+|HTTPS?_PROXY|(?:^|[\s'])--[a-z]+|@testpoint\/|testpoint \w+|testPoints|\b(?:option|url|testRunId|folder|outbox|gate|history|JSON|list|ulimit|certificate)\b|\.until\b/i;
/** An instruction, in the imperative. */
const ADVISED =
  /\b(?:set|give|put|finish|fix|free|wait|write|take|copy|move|keep|create|correct|map|list|leave|raise|lower|check|add|import|use|did you mean|name|make|compare|deliver|call|install|let|see|restore|look|start it|update|run the suite|npx|export|choose|works with|without (?:an?|text)|instead of|call it|run|remove|delete|discard|pass|return|await|record)\b/i;

describe.each(files)('$file', ({ chapter, messages }) => {
  test('belongs to a chapter of the page', () => {
    expect(CHAPTERS).toContain(chapter);
  });

  // A message that asks for something names it and says what to do. If it does not, the page does.
  test.each(messages)('$name', ({ forms: [text], when, todo, isFact }) => {
    expect(text).not.toBe('…');
    expect(when, 'its comment says when it appears').not.toBe('');
    if (isFact) return;
    // A fact names it, and in front of a message about a setting stands its name.
    if (todo === undefined && chapter !== 'Settings' && !text.includes('…')) expect(text).toMatch(NAMED);
    const advice = 'a message says what to do: reword it, say it below its comment, or call it a @fact';
    expect(`${text} ${todo}`, advice).toMatch(ADVISED);
  });
});

test('every text that users see is in a message file', () => {
  expect(strayTexts(), 'move it to the message file of its folder').toEqual([]);
  expect(staleExclusions(), 'texts that the source no longer has').toEqual([]);
});

// `npx vitest run scripts/messages --update` writes the page.
test('the page shows the message files', async () => {
  const rows = CHAPTERS.map((title) => [title, rowsOf(files, title)] as const);
  await expect(page(rows), 'To write it: npx vitest run scripts/messages --update').toMatchFileSnapshot(PAGE);
});

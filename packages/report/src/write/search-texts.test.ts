import { expect, test } from 'vitest';
import { SearchTexts } from './search-texts.js';

const line = (body: object, view: object = {}) => Buffer.from(JSON.stringify({ kind: 'result', view, body }));
const step = (title: string, more: object = {}) => ({ title, outcome: 'Passed', ...more });

/** The chunk's texts after the letters of their kinds, with the rows that have them. */
function taken(texts: SearchTexts): Record<string, number[]> {
  const { texts: all = [], kinds = '', rows = [] } = texts.take() ?? {};
  const rowsOf = (runs: number[]) =>
    runs.flatMap((run, index) =>
      index % 2 === 0 ? Array.from({ length: runs[index + 1] ?? 0 }, (_, row) => run + row) : [],
    );
  return Object.fromEntries(all.map((text, index) => [`${kinds[index]} ${text}`, rowsOf(rows[index] ?? [])]));
}

test('each text is in the chunk once, with the rows that contain it', () => {
  const texts = new SearchTexts();
  for (const name of ['red', 'blue', 'red']) {
    texts.add(
      line({ stepResults: [step('open'), step('open'), step(`pick ${name}`, { stepResults: [step('click')] })] }),
    );
    texts.endRow();
  }
  expect(taken(texts)).toEqual({ 's open': [0, 1, 2], 's pick red': [0, 2], 's click': [0, 1, 2], 's pick blue': [1] });
  expect(texts.take()).toBeUndefined();
});

test('steps, parameters, properties, links, output and long messages are found, whatever characters they have', () => {
  const texts = new SearchTexts();
  const hard = 'a "title":"b" \\ ü 😀 }]{[ \u0000 \n end';
  const shown = hard.replace(/\s+/g, ' ');
  const body = {
    message: `${'long '.repeat(100)}end`,
    links: [{ url: 'https://x.example/]', title: hard }],
    stepResults: [step(hard, { description: hard, parameters: { '}"': hard } })],
    parameters: { size: hard },
    properties: { owner: hard },
  };
  texts.add(line(body, { titles: [hard], errors: [{ message: 'in the view only' }] }), [hard]);
  texts.endRow();
  expect(Object.keys(taken(texts)).toSorted()).toEqual(
    [
      `m ${body.message}`,
      'l https://x.example/]',
      `l ${shown}`,
      `s ${shown}`,
      `p }": ${shown}`,
      `p size: ${shown}`,
      `r owner: ${shown}`,
      `o ${shown}`,
    ].toSorted(),
  );
});

test('a chunk ends when it has many characters', () => {
  const texts = new SearchTexts();
  let rows = 0;
  do {
    texts.add(line({}), [`${rows++} ${'x'.repeat(60_000)}`]);
  } while (!texts.endRow());
  expect(rows).toBeLessThan(30);
  expect(texts.take()?.first).toBe(0);
  texts.add(line({ stepResults: [step('later')] }));
  texts.endRow();
  expect(texts.take()).toEqual({ first: rows, texts: ['later'], kinds: 's', rows: [[0, 1]] });
});

test('a property with many values is no filter', () => {
  const texts = new SearchTexts();
  const added = [];
  for (let row = 0; row < 300; row++) {
    added.push(texts.add(line({ properties: { id: `${row}`, owner: row % 2 === 0 ? 'Ada' : 'Ben' } })));
    texts.endRow();
  }
  expect(texts.properties).toEqual([
    { name: 'id', values: [] },
    { name: 'owner', values: ['Ada', 'Ben'] },
  ]);
  expect([added[0], added[1], added[299]]).toEqual([
    [0, 0],
    [1, 1],
    [-1, 1],
  ]);
});

test('a line in another form adds nothing', () => {
  const texts = new SearchTexts();
  const whole = line({ stepResults: [step('first', { parameters: { a: 'b' } })], properties: { owner: 'Ada' } });
  texts.add(whole);
  for (const odd of ['', '{}', '{"body":{"title":"', '{"body":{"parameters":{', '{"body":{"properties":[1]}}'])
    texts.add(Buffer.from(odd));
  texts.endRow();
  expect(Object.keys(taken(texts)).toSorted()).toEqual(['p a: b', 'r owner: Ada', 's first']);
});

test('source in a message or a step is not found', () => {
  const texts = new SearchTexts();
  const frame = '\n> 4 | callsTheNeighbour();\n    | ^';
  const message = `${'long '.repeat(100)}end${frame}`;
  texts.add(line({ message, stepResults: [step('open', { description: `no${frame}` })] }));
  texts.endRow();
  expect(Object.keys(taken(texts)).toSorted()).toEqual([`m ${'long '.repeat(100)}end`, 's no', 's open']);
});

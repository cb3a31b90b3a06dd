import { expect, it } from 'vitest';
import { PrintedTexts } from './printed-texts.js';

function taken(texts: PrintedTexts, id: string, begins: (number | undefined)[]): (string | undefined)[] {
  return texts.take(id, begins).map((printed) => printed?.toText((text) => text));
}

it('output belongs to the attempt that began last', () => {
  const texts = new PrintedTexts();
  texts.add({ taskId: 'a', content: 'early ', time: 5 });
  texts.add({ taskId: 'a', content: 'one', time: 10 });
  texts.add({ taskId: 'b', content: 'other', time: 20 });
  texts.add({ taskId: 'a', content: 'two', time: 20 });
  texts.add({ taskId: 'a', content: ', too', time: 20 });
  texts.add({ content: 'nobody', time: 20 });
  expect(taken(texts, 'a', [10, 20])).toEqual(['early one', 'two, too']);
  expect(taken(texts, 'a', [10, 20])).toEqual([]);
  expect(taken(texts, 'b', [undefined])).toEqual(['other']);
});

it('the beginning and the end of endless output are kept', () => {
  const texts = new PrintedTexts();
  for (let time = 0; time < 300; time += 1) texts.add({ taskId: 'a', content: `${time}${'-'.repeat(1000)}\n`, time });
  const [text = ''] = taken(texts, 'a', [0]);
  expect(text).toMatch(/^\[… \d+ characters left out in the middle …\]\n0-/);
  expect(text.endsWith(`299${'-'.repeat(1000)}\n`)).toBe(true);
});

it('a line after a burst is kept, and so is the output of an attempt before it', () => {
  const texts = new PrintedTexts();
  texts.add({ taskId: 'a', content: 'first try\n', time: 1 });
  texts.add({ taskId: 'a', content: 'x'.repeat(200_000), time: 2 });
  texts.add({ taskId: 'a', content: 'the reason\n', time: 3 });
  const [first, second = ''] = taken(texts, 'a', [1, 2]);
  expect(first).toBe('first try\n');
  expect(second).toMatch(/^\[… 1\d{5} characters left out in the middle …\]\nx+\n\[… here …\]\nx+the reason\n$/);
});

it('each call of the console in a browser is a line', () => {
  const texts = new PrintedTexts();
  for (const content of ['one', 'two']) texts.add({ taskId: 'a', content, time: 1, browser: true });
  expect(taken(texts, 'a', [1])).toEqual(['one\ntwo\n']);
});

it('what a failing suite printed belongs to a test that printed nothing itself', () => {
  const texts = new PrintedTexts();
  texts.add({ taskId: 'suite', content: 'from its hook', time: 1 });
  texts.move('suite', 'a');
  texts.move('suite', 'b');
  expect([taken(texts, 'a', [1]), taken(texts, 'b', [1])]).toEqual([['from its hook'], []]);
});

it('output of a module outside its tests is dropped with the module', () => {
  const texts = new PrintedTexts();
  texts.add({ taskId: '-12', content: 'x', time: 1 });
  texts.add({ taskId: '-12_0', content: 'x', time: 1 });
  texts.add({ taskId: '34_0', content: 'x', time: 1 });
  texts.forget('-12');
  expect([taken(texts, '-12_0', [0]), taken(texts, '34_0', [0])]).toEqual([[], ['x']]);
});

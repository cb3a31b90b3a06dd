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

it('only the end of endless output is kept', () => {
  const texts = new PrintedTexts();
  for (let time = 0; time < 300; time += 1) texts.add({ taskId: 'a', content: `${time}${'-'.repeat(1000)}\n`, time });
  const [text = ''] = taken(texts, 'a', [0]);
  expect(text).toMatch(/^\[… \d+ characters left out/);
  expect(text.endsWith(`299${'-'.repeat(1000)}\n`)).toBe(true);
});

it('output of a module outside its tests is dropped with the module', () => {
  const texts = new PrintedTexts();
  texts.add({ taskId: '-12', content: 'x', time: 1 });
  texts.add({ taskId: '-12_0', content: 'x', time: 1 });
  texts.add({ taskId: '34_0', content: 'x', time: 1 });
  texts.forget('-12');
  expect([taken(texts, '-12_0', [0]), taken(texts, '34_0', [0])]).toEqual([[], ['x']]);
});

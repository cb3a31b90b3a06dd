/** How a framework's files begin. */
export interface Dialect {
  /** Defines `test` and `describe`. */
  head: string;
  beforeAll: string;
  /** Whether several tests of a file may have the same titles. */
  hasTwins: boolean;
  /** Declares two tests that run at the same time, if there is a way. */
  concurrent: string;
  /** Bodies that pass although they could fail, because each failure starts a worker. */
  spared?: readonly string[];
}

export const notes = `
const { appendFileSync } = process.getBuiltinModule('node:fs');
const where = () => (process.env.WHERE ? process.env.WHERE + ' ' : '');
const ran = (name, fails) => {
  appendFileSync(process.env.RAN, where() + name + '\\n');
  if (fails && process.env.FIXED === undefined && !globalThis.SPARED?.includes(name)) throw new Error('not yet');
};
`;

/** Titles full of pattern characters, tables, equal titles, equal describe blocks. */
export function manyCases({ head, beforeAll, hasTwins, concurrent }: Dialect): string {
  const twins = `
describe('twin', () => { test('same', () => ran('twin 1')); });
describe('twin', () => { test('same', () => ran('twin 2', true)); });
describe('twin', () => { test('same', () => ran('twin 3')); });
`;
  return `${head}${notes}
describe('sums $1 (a+b)*? [x] ^|{2} %s \\\\ > #', () => {
  test('1 + 1 = 2?', () => ran('sum with ?', true));
  test('1 + 1 = 2', () => ran('sum'));
  test('.*', () => ran('dots', true));
  test('.* and more', () => ran('dots and more'));
  describe('inner "quoted" \\u00fc \\n line', () => {
    test("'it' \`ends\`", () => ran('inner', true));
    test('a b', () => ran('a b'));
  });
});
describe('a', () => { test('b c', () => ran('a > b c', true)); });
describe('a b', () => { test('c', () => ran('a b > c')); });
for (const row of [1, 2, 3]) test('row ' + row + ' of 3 (50%)', () => ran('row ' + row, row === 2));
describe('all pass', () => {
  ${beforeAll}(() => ran('hook of all pass'));
  test('fine', () => ran('fine'));
});
describe('one fails', () => {
  ${beforeAll}(() => ran('hook of one fails'));
  test('fine', () => ran('also fine'));
  test('red', () => ran('red', true));
});
test('equal', () => ran('equal in many', true));
${hasTwins ? twins : ''}${concurrent}
`;
}

export const otherFile = ({ head }: Dialect): string => `${head}${notes}
test('equal', () => ran('equal in other'));
test('fails, too', () => ran('fails, too', true));
`;

export const greenFile = ({ head }: Dialect): string => `${head}${notes}
test('equal', () => ran('equal in green'));
`;

/** The bodies that fail until FIXED is set, and the hooks that they need, sorted. */
export function failing({ hasTwins, concurrent, spared = [] }: Dialect): string[] {
  return [
    ...['sum with ?', 'dots', 'inner', 'a > b c', 'row 2', 'hook of one fails', 'red', 'equal in many', 'fails, too'],
    ...(hasTwins ? ['twin 2'] : []),
    ...(concurrent === '' ? [] : ['concurrent 2']),
  ]
    .filter((name) => !spared.includes(name))
    .sort();
}

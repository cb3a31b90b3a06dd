/** Global ids of the test cases that titles name: `@tc:101`, `@tc:101,102`. */
export function testCasesIn(titles: readonly string[]): number[] {
  const ids: number[] = [];
  for (const title of titles) {
    if (!title.includes('@tc:')) continue;
    for (const [, list = ''] of title.matchAll(/@tc:(\d+(?:,\d+)*)/gi)) ids.push(...list.split(',').map(Number));
  }
  return ids;
}

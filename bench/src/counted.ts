/** `1 pair`, `2,000 pairs` */
export function counted(value: number, word: string): string {
  return `${value.toLocaleString('en')} ${value === 1 ? word : `${word}s`}`;
}

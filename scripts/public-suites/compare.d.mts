interface Expected {
  id: string;
  outcome: string;
  error?: string;
  words?: boolean;
}
export function judge(
  expected: readonly Expected[],
  bodies: readonly object[],
): { missing: string[]; wrong: string[]; extra: string[] };
export function differences(one: unknown, other: unknown, known: readonly string[]): string[];

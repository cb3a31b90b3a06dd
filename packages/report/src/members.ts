/** Members of a parsed object. Journals and reports may come from elsewhere, so their values may have any type. */
export type Members = Readonly<Record<string, unknown>>;

const NONE: Members = {};

/** Empty if it is not an object. */
export function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : NONE;
}

/** The members of a JSON object; empty for any other text. */
export function parsed(text: string): Members {
  try {
    return membersOf(JSON.parse(text));
  } catch {
    return NONE;
  }
}

/** Empty if it is not an array. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function textsOf(value: unknown): string[] {
  return listOf(value).filter((item) => typeof item === 'string');
}

/** Undefined unless it is a finite number. */
export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** Undefined unless it is an integer from 0. */
export function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

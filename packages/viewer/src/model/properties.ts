import type { RunData } from '@testpoint/report/format';

/** A property by which the user can filter and group. */
export interface Property {
  name: string;
  /** Sorted. */
  values: string[];
}

/** The properties with few values. A test may have several tags, in one value. */
export function propertiesOf(run: Pick<RunData, 'properties'>): Property[] {
  return (run.properties ?? []).flatMap(({ name, values }) =>
    values.length === 0 ? [] : { name, values: [...new Set(values.flatMap((value) => valuesIn(name, value)))].sort() },
  );
}

/** The values in a property's text. */
export function valuesIn(name: string, text: string): string[] {
  return /^(?:tags?|labels?)$/i.test(name) ? text.split(/,\s*/).filter((one) => one !== '') : [text];
}

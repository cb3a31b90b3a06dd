import { OUTPUT_NAME } from '@testpoint/report/format';
import type { TestStatus } from '../../model.js';
import { type Mapping, mask } from '../../result/mapping.js';
import { plain } from '../../result/text/text.js';
import type { Printed } from './printed.js';

/** The tests whose output is kept. */
export type OutputChoice = 'failed' | 'all' | 'none';

/** A test's output. */
export interface PrintedAttachment {
  name: string;
  contentType: string;
  body: string;
}

export function printedAttachment(
  printed: Printed,
  status: TestStatus,
  choice: OutputChoice,
  whose: string | undefined,
  mapping: Mapping,
): PrintedAttachment | undefined {
  // The output of a test that never ended is interesting, too.
  const isWanted = choice === 'all' || (choice === 'failed' && (status === 'failed' || status === 'not-run'));
  if (!isWanted || printed.isEmpty) return undefined;
  const text = printed.toText((raw) => mask(plain(raw), mapping));
  const heading = whose === undefined ? '' : `[${mask(plain(whose), mapping)}]\n`;
  return { name: OUTPUT_NAME, contentType: 'text/plain', body: heading + text };
}

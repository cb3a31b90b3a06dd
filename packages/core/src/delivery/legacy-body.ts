import type { LegacyResult, Result } from '@testpoint/interface';
import { decodeEntry, type WireOptions } from '../outbox/entries.js';
import { toLegacyResult } from '../result/legacy.js';
import type { Outgoing } from './result-sender.js';

/** A result as `POST /api/v2/testResults` takes it (section 2, legacy body); only this way of sending parses bodies. */
export function legacyBodyOf({ line, body }: Outgoing, testRunId: string, wire: WireOptions): LegacyResult {
  const head = decodeEntry(line);
  const { attachments = [], configurationGlobalId = 0 } =
    head?.kind === 'result' || head?.kind === 'attempt' ? head : {};
  return toLegacyResult(JSON.parse(body.toString('utf8')) as Result, {
    testRunId,
    testPlanGlobalId: wire.testPlanGlobalId ?? 0,
    configurationGlobalId,
    attachmentNames: attachments.map(({ name }) => name),
  });
}

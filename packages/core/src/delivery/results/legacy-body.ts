import type { LegacyResult, Result } from '@testpoint/interface';
import type { WireOptions } from '../../outbox/format/entries.js';
import { toLegacyResult } from '../../result/legacy.js';
import { bodyOf, type Outgoing } from './result-array.js';

/** A result in the form of `POST /api/v2/testResults` (section 2, legacy body). */
export function legacyBodyOf(result: Outgoing, testRunId: string, wire: WireOptions): LegacyResult {
  const { attachments = [], configurationGlobalId = 0 } = result.head ?? {};
  return toLegacyResult(JSON.parse(bodyOf(result).toString('utf8')) as Result, {
    testRunId,
    testPlanGlobalId: wire.testPlanGlobalId ?? 0,
    configurationGlobalId,
    attachmentNames: attachments.map(({ name }) => name),
  });
}

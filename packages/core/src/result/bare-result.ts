import { briefly } from '../in-test/json-safe.js';
import type { TestRecord } from '../model.js';
import { type Identity, identify, pathForm, withWarning } from './external-id.js';
import { type Mapping, mask } from './mapping.js';
import { outcomeOf } from './steps.js';
import { plain } from './text/text.js';
import { configurationOf, type MappedResult } from './to-result.js';

/**
 * A record that can't be mapped still has a verdict: its result has the outcome, and a message that explains why everything
 * else is missing. A test may have broken something that the mapping uses, or passed unexpected values.
 */
export function bareResult(record: TestRecord, mapping: Mapping, reason: unknown): MappedResult {
  const { id, warnings } = identityOf(record, mapping);
  const { configurationId, configurationGlobalId } = configurationOf(record.project, mapping.settings);
  const why = mask(plain(briefly(reason)), mapping);
  return {
    externalId: id,
    configurationId,
    configurationGlobalId,
    body: {
      configurationId: configurationId ?? '',
      autoTestExternalId: id,
      outcome: outcomeOf(record.status),
      message: `Testpoint could read only how this test ended, not its details: ${why}`,
    },
    attachments: [],
    missing: 0,
    warnings: withWarning(warnings, `Only the outcome of ${mask(id, mapping)} could be recorded: ${why}`),
  };
}

/** Choosing an id needs the settings; the path needs only the record. */
function identityOf(record: TestRecord, mapping: Mapping): Identity {
  try {
    return identify(record, mapping);
  } catch {
    return { id: pathForm(record, mapping), warnings: [] };
  }
}

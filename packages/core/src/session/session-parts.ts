import type { RunIntent } from '../outbox/format/entries.js';
import type { Catalog } from '../outbox/write/catalog.js';
import type { Journal } from '../outbox/write/journal.js';
import type { Mapping } from '../result/mapping.js';
import type { Settings } from '../settings/settings.js';
import type { Surroundings } from './session.js';
import type { SessionNotes } from './session-notes.js';
import type { DeliveryLink } from './thread/delivery-link.js';

/** What a session consists of, for its notes, its end and its summary. */
export interface SessionParts extends Pick<Surroundings, 'print'> {
  settings: Settings;
  notes: SessionNotes;
  mapping: Mapping;
  run: RunIntent;
  journal: Journal;
  catalog: Catalog | undefined;
  link: DeliveryLink;
  /** One line for each setting that must be corrected before anything can be delivered, unless `exec` has printed it. */
  wrongSettings: readonly string[];
  /** The session's folder as a user would type it; undefined if everything is in memory. */
  outbox: string | undefined;
}

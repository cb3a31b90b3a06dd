/**
 * What a suite's process says, line by line, at the moment when its framework announces something. A line is written
 * synchronously before the reporter hears of it, and another after; a killed process leaves all lines that it wrote.
 */
export type Announcement =
  | {
      /** Before the reporter hears of it. `attempt`: another attempt of the test may follow. */
      at: 'before';
      kind: 'attempt' | 'result';
      externalId: string;
      outcome: string;
      /** Attempts so far, this one included. */
      attempts: number;
      attachments: AnnouncedAttachment[];
      /** The framework contradicts itself about this test: what it says beyond the outcome means nothing. */
      isGarbled?: boolean;
    }
  /** The reporter has it: from here on it may not be lost. */
  | { at: 'after'; kind: 'attempt' | 'result'; externalId: string };

export interface AnnouncedAttachment {
  name: string;
  sha256: string;
}

/** Descriptor on which a suite announces. */
export const ANNOUNCEMENTS = 3;

/** What is known of one test. */
export interface Expectation {
  externalId: string;
  /** Last of those handed over; undefined: nothing has to be in the service. */
  certain: Seen | undefined;
  /** Begun to be handed over when the process died: may be in the service instead. */
  possible: Seen | undefined;
}

export interface Seen {
  kind: 'attempt' | 'result';
  outcome: string;
  attempts: number;
  attachments: AnnouncedAttachment[];
  isGarbled?: boolean;
}

/** What must be in the service, and what may be, after a suite announced so much. */
export function expectationsOf(announcements: readonly Announcement[]): Map<string, Expectation> {
  const expectations = new Map<string, Expectation>();
  for (const announcement of announcements) {
    const { externalId } = announcement;
    const expectation = expectations.get(externalId) ?? { externalId, certain: undefined, possible: undefined };
    expectations.set(externalId, expectation);
    if (announcement.at === 'before') expectation.possible = announcement;
    else {
      expectation.certain = expectation.possible;
      expectation.possible = undefined;
    }
  }
  return expectations;
}

/**
 * The output of a suite's process, one line whenever its framework announces something. A line is written synchronously
 * before the reporter gets the announcement, and another one after. A killed process leaves all lines that it has written.
 */
export type Announcement =
  | {
      /** Written before the reporter gets it. `attempt`: another attempt of the test may follow. */
      at: 'before';
      kind: 'attempt' | 'result';
      externalId: string;
      outcome: string;
      /** Number of attempts so far, including this one. */
      attempts: number;
      attachments: AnnouncedAttachment[];
      /** Whether the framework contradicts itself about this test, so that only the outcome counts. */
      isGarbled?: boolean;
    }
  /** Written after the reporter got it. From here on it must not be lost. */
  | { at: 'after'; kind: 'attempt' | 'result'; externalId: string };

export interface AnnouncedAttachment {
  name: string;
  sha256: string;
}

/** The file descriptor for announcements. */
export const ANNOUNCEMENTS = 3;

/** The announcements about one test. */
export interface Expectation {
  externalId: string;
  /** The last one that was handed over; undefined if nothing has to be in the service. */
  certain: Seen | undefined;
  /** One that was being handed over when the process died, and may be in the service instead. */
  possible: Seen | undefined;
}

/** What was announced about a test. */
export type Seen = Extract<Announcement, { at: 'before' }>;

/** The results that must, and those that may, be in the service after these announcements. */
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

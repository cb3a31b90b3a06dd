/** The state of a journal's delivery. Counts are of results. */
export interface DeliveryState {
  runId?: string;
  /** Whether the run was created by this session. */
  runCreated: boolean;
  sent: number;
  /** Refused by the service, and kept. */
  refused: number;
  /** Results that match none of the run's test points, refused or dropped. */
  unmatched: number;
  /** Discarded at the user's request. */
  dropped: number;
  /** The first refused results. */
  refusals: Refusal[];
  /** Attachments that are missing from their results, and why; the first few. */
  attachmentsRefused: string[];
  /** Why delivery waits until someone fixes something. */
  paused?: string;
  /** Why the last request is being retried. */
  trouble?: string;
  /** The final state of the run. */
  finished?: string;
}

export interface Refusal {
  externalId: string;
  /** The service's message. */
  reason: string;
  unmatched: boolean;
  /** The configuration with which an unmatched one was sent. */
  configurationId?: string | undefined;
}

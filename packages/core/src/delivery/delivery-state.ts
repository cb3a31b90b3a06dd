/** What has become of a journal so far. Counts are of results. */
export interface DeliveryState {
  runId?: string;
  /** The run is this session's own. */
  runCreated: boolean;
  sent: number;
  /** Refused by the service, and kept. */
  refused: number;
  /** Those that are not among the run's test points, refused or dropped. */
  unmatched: number;
  /** Given up because the user said so. */
  dropped: number;
  /** The first of the refused. */
  refusals: Refusal[];
  /** Attachments that are not with their results, and why; the first of them. */
  attachmentsRefused: string[];
  /** Why delivery waits until somebody fixes something. */
  paused?: string;
  /** Why the last request is being made again. */
  trouble?: string;
  /** What became of the run at the end. */
  finished?: string;
}

export interface Refusal {
  externalId: string;
  /** The service's words. */
  reason: string;
  unmatched: boolean;
  /** With which an unmatched one was sent. */
  configurationId?: string | undefined;
}

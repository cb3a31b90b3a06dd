import type { Result } from '@testpoint/interface';

/** A reference server, and a key for it. */
interface Service {
  url: string;
  secretKey: string;
}

/** A result as stored by the service. */
export interface Held {
  autoTestExternalId: string;
  outcome: string;
  receivedOn: string;
  body: Result;
}

export interface Attachment {
  name: string;
  contentType: string;
  content: Buffer;
}

/** Asks about what it holds. */
export function inspect(service: Service, path: string): Promise<Response>;
/** Every result of a run, in order of arrival. None if the run is unknown. */
export function resultsIn(service: Service, runId: string): Promise<Held[]>;
export function attachmentIn(service: Service, id: string): Promise<Attachment>;

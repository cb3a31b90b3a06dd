// Messages: In results

/** The attachment is a folder, or a device. @fact */
export const notAFile = 'it is not a file';

/** An attachment can’t be read while it is sent. @fact */
export const attachmentUnreadable = (name: string, why: string) => `The attachment “${name}” can't be read: ${why}.`;

/** The attachment’s file was changed while it was sent. @fact */
export const becameShorter = 'it became shorter while it was being read';

/** The copy of an attachment can’t be read. @fact */
export const notRead = (why: string) => `it can't be read (${why})`;

/** Nothing could be stored on disk, and the attachment was too large for memory. @fact */
export const withoutOutbox = 'there is no outbox';

/** A journal names a file outside of its outbox. @fact */
export const notAnOutboxFile = (name: string) => `${name} is not the name of an outbox file`;

/** A link, folder or device instead of a file. @fact */
export const notAPlainFile = (file: string) => `${file} is not a plain file`;

/** The outbox has lost an attachment. @fact */
export const notInOutbox = (file: string) => `${file} is not in the outbox`;

/** Nothing could be stored on disk. @fact */
export const copyNotInOutbox = 'it is not in the outbox';

/** The disk is full. @fact */
export const noRoom = 'there is no room left in the outbox';

/** The attachment’s file can’t be read. @fact */
export const couldNotBeRead = 'it could not be read';

/** Something deleted the copy of an attachment. @fact */
export const copyGone = 'its copy is gone';

/** The copy of an attachment can’t be written. @fact */
export const refusedByFileSystem = 'the file system refuses it';

/** The test runs in a browser. @fact */
export const noFileSystem = 'no file system';

/**
 * The service has no address for attachments.
 *
 * Check the url (TMS_URL).
 */
export const noAttachments =
  'The service does not take attachments at this address (HTTP 404): check the url (TMS_URL).';

/** Delivery ended before the attachment was sent. @fact */
export const notUploaded = 'it was not uploaded';

/** The attachment was not stored. @fact */
export const notKept = 'it was not kept';

/**
 * An attachment is missing.
 *
 * Keep the file until the run is over. The reason is one of those in this table, or the service’s own.
 */
export const attachmentMissing = (name: string, why: string) => `Attachment "${name}" is missing: ${why}`;

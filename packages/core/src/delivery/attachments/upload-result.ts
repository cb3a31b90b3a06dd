/** An attachment that can't be uploaded, and why. */
export interface RefusedUpload {
  refused: string;
}

/** The service's GUID, or why the attachment is missing. */
export type UploadResult = { id: string } | RefusedUpload;

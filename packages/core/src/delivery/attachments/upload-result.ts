/** An attachment that can't be uploaded, and why. */
export interface RefusedUpload {
  refused: string;
}

/** GUID that the service gave, or why the attachment is not there. */
export type UploadResult = { id: string } | RefusedUpload;

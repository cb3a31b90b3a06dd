const PICTURE = /^image\/(png|jpeg|gif|webp|avif|bmp)$/;

/** Whether a page can show an attachment of this type as a picture. */
export function isPicture(contentType: string): boolean {
  return PICTURE.test(contentType.split(';')[0]?.trim().toLowerCase() ?? '');
}

/** Whether an attachment is a trace of Playwright. */
export function isTrace({ name, contentType }: { name: string; contentType: string }): boolean {
  return name === 'trace' && /^application\/zip\b/i.test(contentType);
}

/** `RowChunk.evidence` of one attachment. */
export function evidenceOf(attachment: { name: string; contentType: string }): number {
  return (isPicture(attachment.contentType) ? 1 : 0) + (isTrace(attachment) ? 2 : 0);
}

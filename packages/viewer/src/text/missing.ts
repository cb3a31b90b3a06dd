/**
 * Says that an attachment has no content.
 * @param why from the report: a clause, a sentence, or the message of an error
 */
export function missingSentence(why?: string): string {
  if (why === undefined || why === '') return 'The content is not in this report.';
  return `Attachment missing: ${why}${/[.?!]$/.test(why) ? '' : '.'}`;
}

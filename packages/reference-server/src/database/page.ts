/** Part of a list: at most `limit` elements after the one with the cursor `after`. */
export interface Page {
  after: number;
  limit: number;
}

/** One line of the output. `ok` is undefined if it could not be determined. */
export interface Check {
  what: string;
  ok: boolean | undefined;
  detail: string;
}

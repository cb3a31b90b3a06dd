/** One line of the diagnosis. `ok` undefined: could not be told. */
export interface Check {
  what: string;
  ok: boolean | undefined;
  detail: string;
}

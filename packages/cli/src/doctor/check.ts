/** One line of the output. `ok` is undefined if it could not be determined. */
export interface Check {
  what: string;
  ok: boolean | undefined;
  detail: string;
}

export function right(what: string, detail: string): Check {
  return { what, ok: true, detail };
}

export function wrong(what: string, detail: string): Check {
  return { what, ok: false, detail };
}

export function unsure(what: string, detail: string): Check {
  return { what, ok: undefined, detail };
}

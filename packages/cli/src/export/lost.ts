/** What a format can't hold, each said once. */
export class Lost {
  readonly #notes = new Set<string>();

  note(what: string): void {
    this.#notes.add(what);
  }

  get notes(): string[] {
    return [...this.#notes];
  }
}

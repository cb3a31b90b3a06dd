import { LINK, RESULT, STEP } from '@testpoint/interface/codec';
import { MESSAGE_IN_ROW, ROWS_PER_CHUNK, type SearchChunk, type SearchKind } from '../format.js';
import { membersOf } from '../members.js';
import { withoutFrames } from '../read/failure-message.js';

/** After so many characters of new texts, a chunk ends. */
const CHARACTERS_PER_CHUNK = 1024 * 1024;
const LONGEST_TEXT = 65_536;
/** How many properties can be filtered by, and how many values each may have: more are ids, and no groups. */
const MOST_PROPERTIES = 12;
const MOST_VALUES = 200;
const BODY = '"body":{';
const LINKS = '"links":[';
/** What is searched in a body, except properties. In JSON without spaces, no text can contain these, because its quotes are escaped. */
const TEXTS: readonly [start: string, kind: SearchKind][] = Object.entries({ ...LINK, ...STEP, ...RESULT }).flatMap(
  ([name, member]) =>
    'users' in member && member.users !== true && member.users !== 'r'
      ? [[`"${name}":${member.is === 'texts' ? '{' : '"'}`, member.users]]
      : [],
);
const PROPERTIES = '"properties":{';

/** A property by which results can be filtered. */
export interface PropertyValues {
  name: string;
  /** In order of appearance; empty if there are too many. */
  values: string[];
}

/**
 * What results contain besides the columns of the table: each distinct text once, with the rows that have it. It finds texts without
 * parsing, because a report of 100,000 results has a million steps, most of which have the same titles.
 */
export class SearchTexts {
  readonly properties: PropertyValues[] = [];
  readonly #valueIndexes: Map<string, number>[] = [];
  #row = 0;
  #chunk: SearchChunk = emptyChunk(0);
  #indexes = new Map<string, number>();
  /** The texts in a piece of JSON, by kind. Most pieces occur many times. */
  #pieces = new Map<SearchKind, Map<string, readonly number[]>>();
  #characters = 0;

  /** Adds a result of the current row. @param outputs what it printed @returns for each of `properties`, the index of its value or -1 */
  add(line: Buffer, outputs: readonly string[] = []): number[] {
    const json = line.toString('latin1');
    const body = json.indexOf(BODY);
    for (const output of outputs) this.#mark(this.#indexOf('o', output));
    if (body < 0) return [];
    const links = json.indexOf(LINKS, body);
    const afterLinks = links < 0 ? -1 : endOfValue(json, links + LINKS.length - 1);
    for (const [start, kind] of TEXTS) {
      for (let at = json.indexOf(start, body); at >= 0; ) {
        const from = at + start.length;
        const end = kind === 'p' ? endOfValue(json, from - 1) - 1 : endOfText(json, from);
        const isLink = at > links && at < afterLinks;
        // The table has the start of each message.
        if (end > from && (kind !== 'm' || end - from > MESSAGE_IN_ROW))
          this.#markPiece(isLink ? 'l' : kind, json.slice(from, end));
        at = json.indexOf(start, end);
      }
    }
    return this.#addProperties(json, body);
  }

  /** Ends the current row. @returns whether the chunk should be taken now */
  endRow(): boolean {
    this.#row++;
    return this.#row - this.#chunk.first >= ROWS_PER_CHUNK || this.#characters > CHARACTERS_PER_CHUNK;
  }

  /** The texts of the rows since the last call; undefined if there are no such rows. */
  take(): SearchChunk | undefined {
    const chunk = this.#chunk;
    if (chunk.first === this.#row) return undefined;
    this.#chunk = emptyChunk(this.#row);
    this.#indexes = new Map();
    this.#pieces = new Map();
    this.#characters = 0;
    return chunk;
  }

  #addProperties(json: string, body: number): number[] {
    const at = json.indexOf(PROPERTIES, body);
    if (at < 0) return [];
    const from = at + PROPERTIES.length;
    const piece = json.slice(from, endOfValue(json, from - 1) - 1);
    this.#markPiece('r', piece);
    const indexes: number[] = [];
    for (const [name, value] of pairsOf(piece)) {
      const property = this.#propertyOf(name);
      if (property >= 0) indexes[property] = this.#valueOf(property, value);
    }
    return Array.from(indexes, (index) => index ?? -1);
  }

  #propertyOf(name: string): number {
    const known = this.properties.findIndex((property) => property.name === name);
    if (known >= 0 || this.properties.length === MOST_PROPERTIES) return known;
    this.#valueIndexes.push(new Map());
    return this.properties.push({ name, values: [] }) - 1;
  }

  #valueOf(index: number, value: string): number {
    const [property, indexes] = [this.properties[index], this.#valueIndexes[index]];
    if (property === undefined || indexes === undefined) return -1;
    const known = indexes.get(value);
    if (known !== undefined || indexes.size > MOST_VALUES) return indexes.size > MOST_VALUES ? -1 : (known ?? -1);
    indexes.set(value, indexes.size);
    if (indexes.size > MOST_VALUES) property.values = [];
    else property.values.push(value);
    return indexes.size - 1;
  }

  /** @param piece JSON of a text, or of the members of an object, as Latin-1 */
  #markPiece(kind: SearchKind, piece: string): void {
    const pieces = this.#pieces.get(kind) ?? new Map<string, readonly number[]>();
    this.#pieces.set(kind, pieces);
    let indexes = pieces.get(piece);
    if (indexes === undefined) {
      indexes = textsOf(kind, piece).map((text) => this.#indexOf(kind, text));
      pieces.set(piece, indexes);
    }
    for (const index of indexes) this.#mark(index);
  }

  #indexOf(kind: SearchKind, text: string): number {
    const shown = text.slice(0, LONGEST_TEXT).toWellFormed().replace(/\s+/g, ' ').trim();
    const known = this.#indexes.get(kind + shown);
    if (known !== undefined) return known;
    const { texts, rows } = this.#chunk;
    this.#chunk.kinds += kind;
    this.#indexes.set(kind + shown, texts.length);
    this.#characters += shown.length;
    rows.push([]);
    return texts.push(shown) - 1;
  }

  #mark(index: number): void {
    const runs = this.#chunk.rows[index];
    if (runs === undefined) return;
    const row = this.#row - this.#chunk.first;
    const end = (runs.at(-2) ?? -2) + (runs.at(-1) ?? 0);
    if (end === row + 1) return;
    if (end === row) runs[runs.length - 1] = (runs.at(-1) ?? 0) + 1;
    else runs.push(row, 1);
  }
}

function emptyChunk(first: number): SearchChunk {
  return { first, texts: [], kinds: '', rows: [] };
}

function textsOf(kind: SearchKind, piece: string): string[] {
  if (kind === 'p' || kind === 'r') return pairsOf(piece).map(([name, value]) => `${name}: ${value}`);
  const text = parsed(`"${piece}"`);
  const searched = typeof text === 'string' ? withoutFrames(text) : '';
  return searched === '' ? [] : [searched];
}

function pairsOf(piece: string): [string, string][] {
  const members = Object.entries(membersOf(parsed(`{${piece}}`)));
  return members.flatMap(([name, value]): [string, string][] => (typeof value === 'string' ? [[name, value]] : []));
}

/** @param json as Latin-1, of which pieces are kept without keeping all of it */
function parsed(json: string): unknown {
  try {
    return JSON.parse(Buffer.from(json, 'latin1').toString());
  } catch {
    return undefined;
  }
}

/** The position of the quote that ends a text. */
function endOfText(json: string, from: number): number {
  for (let end = json.indexOf('"', from); end >= 0; end = json.indexOf('"', end + 1)) {
    let escapes = 0;
    while (json.charCodeAt(end - 1 - escapes) === 0x5c) escapes++;
    if (escapes % 2 === 0) return end;
  }
  return json.length;
}

/** The position after the object or list that begins there. */
function endOfValue(json: string, from: number): number {
  let depth = 0;
  for (let at = from; at < json.length; at++) {
    const character = json.charAt(at);
    if (character === '"') at = endOfText(json, at + 1);
    else if (character === '{' || character === '[') depth++;
    else if ((character === '}' || character === ']') && --depth === 0) return at + 1;
  }
  return json.length;
}

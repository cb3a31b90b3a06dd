import { Code, type ConfigFile, type ConfigValue, type Data, UnreadableConfig } from '@testpoint/frameworks/commands';
import { isMap, isScalar, isSeq, type Node, parseDocument, type Scalar, type YAMLMap, type YAMLSeq } from 'yaml';
import { TextEdits } from './text-edits.js';

/** A configuration in YAML. Changes are inserted at the position of a node, so that everything else stays the same. */
export class YamlConfig implements ConfigFile {
  readonly root: ConfigValue;
  #edits: TextEdits;
  /** Lines for the end of the file. */
  #added: string[] = [];

  /** @throws UnreadableConfig */
  constructor(text: string) {
    this.#edits = new TextEdits(text);
    const { contents, errors } = parseDocument(text);
    const [error] = errors;
    if (error !== undefined) throw new UnreadableConfig(error.message, { cause: error });
    if (contents === null) this.root = { kind: 'object', keys: [], get: () => undefined, add: this.#addAtEnd };
    else this.root = isMap(contents) && !contents.flow ? this.#map(contents) : unknown(text);
  }

  get after(): string {
    const { before } = this.#edits;
    const end = before.trimEnd().length;
    const lineEnd = this.#edits.lineEndAt(before.length);
    // The last of all edits: the list at the end of the file may have got an entry.
    for (const line of this.#added) this.#edits.insert(end, end === 0 ? `${line}${lineEnd}` : `${lineEnd}${line}`);
    this.#added = [];
    return this.#edits.after;
  }

  member(key: string, data: Data): string {
    return `${key}: ${inline(data)}`;
  }

  #read(node: unknown): ConfigValue {
    if (isSeq(node)) return this.#seq(node);
    if (isMap(node) && !node.flow && node.items.length > 0)
      return this.#map(node, (key, data) => this.#addTo(node, key, data));
    if (isScalar(node) && typeof node.value === 'string') return this.#scalar(node, node.value);
    if (isScalar(node) && node.value === null && isPlaced(node)) {
      const [start, end] = node.range;
      return {
        kind: 'default',
        replace: (data) => this.#edits.replace(start, end, `${start === end ? ' ' : ''}${inline(data)}`),
      };
    }
    return unknown(String(node));
  }

  #map(map: YAMLMap, add = this.#addAtEnd): ConfigValue {
    return {
      kind: 'object',
      keys: map.items.map(({ key }) => String(key)),
      get: (key) => {
        const value = map.get(key, true);
        return value === undefined ? undefined : this.#read(value);
      },
      add,
    };
  }

  /** Adds a line to a map inside another one. */
  #addTo(map: YAMLMap, key: string, data: Data): void {
    const first = map.items[0]?.key;
    if (!isPlaced(first) || !isPlaced(map)) return;
    const [start] = first.range;
    const end = this.#edits.before.slice(0, map.range[1]).trimEnd().length;
    this.#edits.insert(
      end,
      `${this.#edits.lineEndAt(start)}${this.#edits.indentationAt(start)}${this.member(key, data)}`,
    );
  }

  #seq(seq: YAMLSeq): ConfigValue {
    const last = seq.items.at(-1);
    if (last === undefined && isPlaced(seq)) {
      const [start] = seq.range;
      return { kind: 'list', items: [], append: (data) => this.#edits.insert(start + 1, inline(data)) };
    }
    if (!isPlaced(last)) return unknown(String(seq));
    return {
      kind: 'list',
      items: seq.items.map((item) => this.#read(item)),
      append: (data) => {
        const [start, end] = last.range;
        if (seq.flow) return this.#edits.insert(end, `, ${inline(data)}`);
        const lineEnd = this.#edits.lineEndAt(start);
        const line = this.#edits.before.slice(end).search(/\r?\n|$/) + end;
        this.#edits.insert(line, `${lineEnd}${this.#edits.indentationAt(start)}- ${inline(data)}`);
      },
    };
  }

  #scalar(scalar: Scalar, text: string): ConfigValue {
    const { range } = scalar;
    if (range === null || range === undefined) return unknown(text);
    return { kind: 'text', text, replace: (data) => this.#edits.replace(range[0], range[1], inline(data)) };
  }

  #addAtEnd = (key: string, data: Data): void => {
    this.#added.push(this.member(key, data));
  };
}

function isPlaced(node: unknown): node is Node & { range: [number, number, number] } {
  return typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range);
}

function unknown(source: string): ConfigValue {
  return { kind: 'unknown', what: 'a value that is not plain text, a list or a map', source };
}

/** A value on one line. Names of packages need quotes, because unquoted text can't start with @. */
function inline(data: Data): string {
  if (typeof data === 'string') return /^[\w./-]+$/.test(data) ? data : `'${data.replaceAll("'", "''")}'`;
  if (typeof data === 'boolean') return String(data);
  if (data instanceof Code) return data.text;
  if (Array.isArray(data)) return `[${data.map(inline).join(', ')}]`;
  return `{ ${Object.entries(data)
    .map(([key, value]) => `${key}: ${inline(value)}`)
    .join(', ')} }`;
}

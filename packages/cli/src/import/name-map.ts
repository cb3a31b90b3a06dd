import { readFileSync } from 'node:fs';
import type { TestRecord } from '@testpoint/core';
import { CommandFailure, EXIT, messageOf } from '../failure.js';
import { absolute } from '../invocation.js';
import { decoded } from './file-text.js';
import * as messages from './messages.js';
import { objectOf } from './untrusted.js';

const TABLES = ['files', 'titles', 'projects', 'ids'] as const;
type Table = (typeof TABLES)[number];

/** Names to change while importing: option `--map`. */
export class NameMap {
  readonly #tables: Readonly<Record<Table, ReadonlyMap<string, string>>>;
  /** Names that no test has had yet. */
  readonly #unused: Set<string>;

  constructor(tables: Readonly<Record<Table, ReadonlyMap<string, string>>>) {
    this.#tables = tables;
    this.#unused = new Set(TABLES.flatMap((table) => [...tables[table].keys()].map((name) => `${table}: ${name}`)));
  }

  /** @throws CommandFailure if the file can't be read or is not a map */
  static read(path: string | undefined): NameMap {
    const content = path === undefined ? {} : parse(path);
    const tables = Object.fromEntries(TABLES.map((table) => [table, tableIn(content, table, path ?? '')]));
    return new NameMap(tables as Record<Table, ReadonlyMap<string, string>>);
  }

  /** Names of the map that were never found. */
  get unused(): readonly string[] {
    return [...this.#unused];
  }

  apply(record: TestRecord): TestRecord {
    const [first = '', ...rest] = record.titlePath;
    const file = this.#prefix('files', record.file);
    const title = this.#prefix('titles', first);
    const changed = { ...record, file, titlePath: title === '' ? rest : [title, ...rest] };
    if (record.project !== undefined) changed.project = this.#whole('projects', record.project) ?? record.project;
    const id = this.#whole('ids', [file, ...changed.titlePath].filter((part) => part !== '').join(' > '));
    return id === undefined ? changed : { ...changed, externalId: id };
  }

  #whole(table: Table, name: string): string | undefined {
    const changed = this.#tables[table].get(name);
    if (changed !== undefined) this.#unused.delete(`${table}: ${name}`);
    return changed;
  }

  /** Replaces the longest beginning that the table has. */
  #prefix(table: Table, name: string): string {
    let longest: string | undefined;
    for (const beginning of this.#tables[table].keys()) {
      if (name.startsWith(beginning) && beginning.length > (longest?.length ?? -1)) longest = beginning;
    }
    return longest === undefined ? name : `${this.#whole(table, longest)}${name.slice(longest.length)}`;
  }
}

function parse(path: string): Record<string, unknown> {
  let content: unknown;
  try {
    content = JSON.parse(decoded(readFileSync(absolute(path))));
  } catch (error) {
    throw new CommandFailure(messages.unreadableMap(path, messageOf(error)), EXIT.usage);
  }
  const map = objectOf(content);
  const unknown = map === undefined ? undefined : Object.keys(map).find((key) => !isTable(key));
  if (map !== undefined && unknown === undefined) return { ...map };
  throw wrongMap(path, unknown === undefined ? messages.DAMAGE.noObject : messages.unknownTable(unknown));
}

function tableIn(content: Record<string, unknown>, table: Table, path: string): ReadonlyMap<string, string> {
  const names = content[table] === undefined ? {} : objectOf(content[table]);
  if (names === undefined) throw wrongMap(path, messages.tableNoObject(table));
  return new Map(
    Object.entries(names).map(([name, changed]) => {
      if (typeof changed !== 'string') throw wrongMap(path, messages.nameNoText(name, table));
      return [name, changed];
    }),
  );
}

function wrongMap(path: string, why: string): CommandFailure {
  return new CommandFailure(messages.wrongMap(path, why, TABLES), EXIT.usage);
}

function isTable(key: string): key is Table {
  return TABLES.some((table) => table === key);
}

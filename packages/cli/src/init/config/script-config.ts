import { type ParserPlugin, parse, parseExpression } from '@babel/parser';
import type { ArrayExpression, File, Node, ObjectExpression, Statement } from '@babel/types';
import {
  Code,
  type ConfigFile,
  type ConfigValue,
  type Data,
  IN_SPREAD,
  NodeCode,
  UnreadableConfig,
} from '@testpoint/frameworks/commands';
import { messageOf } from '../../failure.js';
import { addMembers, type Brackets, memberIndentation } from './brackets.js';
import { described, exportedConfig, nameOf, namesFrom, resolved, returnsOf } from './script-tree.js';
import { isPlain, lacks } from './spread.js';
import { TextEdits } from './text-edits.js';

/** How a file writes values. */
interface Notation {
  quote: '"' | "'";
  /** Whether keys are quoted, lists span several lines, and the last member has no comma. */
  isJson: boolean;
}

/**
 * A configuration in JavaScript, TypeScript or JSON, read from its syntax tree. Changes are inserted into the text at the
 * position of a node: printing the whole tree (recast, magicast) would move comments and replace tabs with spaces.
 */
export class ScriptConfig implements ConfigFile {
  readonly root: ConfigValue;
  /** The text with an object that spreads the configuration, if that comes from elsewhere. */
  readonly spreading: string | undefined;
  readonly edits: TextEdits;
  #file: File | undefined;
  /** Statements that may declare names: those of functions that return the configuration, then the module's. */
  #statements: readonly Statement[] = [];
  #notation: Notation;
  /** Whether the file is checked by TypeScript. */
  #isTyped: boolean;
  #process: string | undefined;
  /** The text of the files that it imports, whose reporters it may have. */
  #imported: string;
  #added = new Map<Brackets, string[]>();

  /** @throws UnreadableConfig @param process how checkers of the project know Node's `process`; undefined if they don't */
  constructor(text: string, extension: string, process?: string, imported = '') {
    this.#imported = imported;
    this.edits = new TextEdits(text);
    const isJson = extension.startsWith('.json');
    this.#isTyped = /ts$/.test(extension);
    this.#process = /\bprocess\b/.test(text) ? 'process' : process;
    let exported: Node | undefined;
    try {
      if (isJson) exported = parseExpression(text.replace(/^\uFEFF/, ' '));
      else {
        const plugins: ParserPlugin[] = ['deprecatedImportAssert', this.#isTyped ? 'typescript' : 'jsx'];
        this.#file = parse(text, { sourceType: 'unambiguous', plugins });
        exported = exportedConfig(this.#file);
        this.#statements = this.#file.program.body;
      }
    } catch (error) {
      throw new UnreadableConfig(messageOf(error), { cause: error });
    }
    this.#notation = { isJson, quote: isJson || !hasSingleQuotes(text) ? '"' : "'" };
    this.root =
      exported === undefined
        ? { kind: 'unknown', what: 'not exported by `export default` or `module.exports`', source: '' }
        : this.#read(exported);
    if (this.root.kind === 'unknown' && exported !== undefined) this.spreading = this.#spread(exported);
  }

  get after(): string {
    const edits = this.edits;
    for (const [brackets, texts] of this.#added) addMembers(edits, brackets, texts, !this.#notation.isJson);
    this.#added.clear();
    return edits.after;
  }

  /** Names that the file imports from a package. */
  namesFrom(source: string): string[] {
    return this.#file === undefined ? [] : namesFrom(this.#file, source);
  }

  member(key: string, data: Data): string {
    const { isJson } = this.#notation;
    return `${this.#key(key)}: ${isJson ? JSON.stringify(data) : this.#print(data, '')},`;
  }

  #spread(exported: Node): string | undefined {
    const value = resolved(exported, []);
    // A call often returns a promise.
    if (!isPlain(value) || /^(?!require\().*\)$/s.test(this.#source(value))) return undefined;
    const { before, unit } = this.edits;
    const { start, end } = spanOf(value);
    const object = ['{', `${unit}...${this.#source(value)},`, '}'].join(this.edits.lineEndAt(0));
    return before.slice(0, start) + object + before.slice(end);
  }

  #key(key: string): string {
    return this.#notation.isJson || !/^[A-Za-z_$][\w$]*$/.test(key) ? this.#quoted(key) : key;
  }

  #read(node: Node): ConfigValue {
    const value = resolved(node, this.#statements);
    const returned = returnsOf(value);
    if (returned !== undefined && returned.values.length > 0) {
      this.#statements = [...returned.statements, ...this.#statements];
      return { kind: 'choice', branches: returned.values.map((branch) => this.#read(branch)) };
    }
    switch (value.type) {
      case 'ConditionalExpression':
        return {
          kind: 'choice',
          branches: [this.#read(value.consequent), this.#read(value.alternate)],
          condition: { source: this.#source(value), replace: this.#replacing(value) },
        };
      case 'NullLiteral':
        return { kind: 'default', replace: this.#replacing(value) };
      case 'Identifier':
        if (value.name === 'undefined') return { kind: 'default', replace: this.#replacing(value) };
        break;
      case 'ObjectExpression':
        return this.#object(value);
      case 'ArrayExpression':
        return this.#list(value);
      case 'StringLiteral':
        return this.#text(value, value.value);
      case 'TemplateLiteral':
        if (value.expressions.length === 0) return this.#text(value, value.quasis[0]?.value.cooked ?? '');
    }
    return { kind: 'unknown', what: described(value), source: this.#source(value) };
  }

  #object(node: ObjectExpression): ConfigValue {
    const brackets = bracketsOf(node, node.properties);
    return {
      kind: 'object',
      keys: node.properties.map(keyOf).filter((key) => key !== undefined),
      get: (key) => this.#memberOf(node, key),
      add: (key, data) => {
        const indentation = memberIndentation(this.edits, brackets);
        this.#addTo(brackets, `${this.#key(key)}: ${this.#print(data, indentation)}`);
      },
    };
  }

  /** The last member with this key, also within a spread object of the file. Any other spread may set each key. */
  #memberOf(node: ObjectExpression, key: string): ConfigValue | undefined {
    for (const [index, member] of node.properties.toReversed().entries()) {
      if (member.type === 'SpreadElement') {
        if (lacks(member.argument, key, this.#statements)) continue;
        const spread = resolved(member.argument, this.#statements);
        if (spread.type !== 'ObjectExpression') {
          const before = node.properties.slice(0, node.properties.length - 1 - index);
          const isOnly = before.every((other) => other.type !== 'SpreadElement' && keyOf(other) !== key);
          const inherited =
            isOnly && isPlain(member.argument) ? { inherited: this.#inherited(member.argument, key) } : {};
          const source = this.#source(node) + this.#imported;
          return { kind: 'unknown', what: IN_SPREAD, source, ...inherited };
        }
        const value = this.#memberOf(spread, key);
        if (value !== undefined) return value;
      } else if (keyOf(member) === key) return this.#read(member.type === 'ObjectProperty' ? member.value : member);
    }
    return undefined;
  }

  /** To TypeScript, the object may lack the member. */
  #inherited(object: Node, key: string): string {
    return `${this.#isTyped ? `Object(${this.#source(object)})` : this.#source(object)}.${key}`;
  }

  #list(node: ArrayExpression): ConfigValue {
    const members = node.elements.filter((element) => element !== null);
    const brackets = bracketsOf(node, members);
    return {
      kind: 'list',
      items: members.map((member) => this.#read(member)),
      append: (data) => this.#addTo(brackets, this.#print(data, memberIndentation(this.edits, brackets))),
    };
  }

  #text(node: Node, text: string): ConfigValue {
    return { kind: 'text', text, replace: this.#replacing(node) };
  }

  #replacing(node: Node): (data: Data) => void {
    const { start, end } = spanOf(node);
    return (data) => this.edits.replace(start, end, this.#print(data, this.edits.indentationAt(start)));
  }

  #addTo(brackets: Brackets, text: string): void {
    const texts = this.#added.get(brackets) ?? [];
    texts.push(text);
    this.#added.set(brackets, texts);
  }

  #print(data: Data, indentation: string): string {
    const { edits } = this;
    if (this.#notation.isJson) {
      return JSON.stringify(data, null, edits.unit).replaceAll('\n', edits.lineEndAt(0) + indentation);
    }
    if (typeof data === 'string') return this.#quoted(data);
    if (typeof data === 'boolean') return String(data);
    if (data instanceof Code) {
      const code = data instanceof NodeCode ? data.text.replace(/\bprocess\b/, this.#process ?? '$&') : data.text;
      return this.#notation.quote === '"' ? code.replaceAll("'", '"') : code;
    }
    if (isList(data)) {
      const items = data.filter((item) => this.#process !== undefined || !(item instanceof NodeCode));
      return `[${items.map((item) => this.#print(item, indentation)).join(', ')}]`;
    }
    const members = Object.entries(data).map(([key, value]) => `${this.#key(key)}: ${this.#print(value, indentation)}`);
    return `{ ${members.join(', ')} }`;
  }

  #quoted(text: string): string {
    const { quote } = this.#notation;
    return quote === '"' ? JSON.stringify(text) : `'${text.replace(/['\\]/g, '\\$&')}'`;
  }

  #source(node: Node): string {
    const { start, end } = spanOf(node);
    return this.edits.before.slice(start, end);
  }
}

function isList(data: Data): data is readonly Data[] {
  return Array.isArray(data);
}

function hasSingleQuotes(text: string): boolean {
  return (text.match(/'[^'"\n]*'/g)?.length ?? 0) >= (text.match(/"[^'"\n]*"/g)?.length ?? 0);
}

function bracketsOf(node: Node, members: readonly Node[]): Brackets {
  const { start, end } = spanOf(node);
  return { open: start, close: end - 1, members: members.map(spanOf).filter((member) => member.start > start) };
}

/** Nodes from a text have a position in it. */
function spanOf({ start, end }: Node): { start: number; end: number } {
  return { start: start ?? 0, end: end ?? 0 };
}

function keyOf(member: ObjectExpression['properties'][number]): string | undefined {
  if (member.type === 'SpreadElement' || member.computed) return undefined;
  return nameOf(member.key);
}

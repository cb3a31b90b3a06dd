import { stripVTControlCharacters } from 'node:util';
import type { TestStep } from '@playwright/test/reporter';
import { parametersOf } from './expected-value.js';
import { visitSteps } from './visit-steps.js';

/** Which typed text to mask: text in fields that look like password fields, in all fields, or in none. */
export type MaskInput = 'passwords' | 'all' | 'none';

const MASK = '***';
const ERROR_NOTE = 'error-context';
/** Actions that type text, with today's titles (`Fill "text"`) and those of older versions (`locator.type(#user, text)`). */
const TYPING = /^(?:Fill|Type|Press sequentially|Insert|Press) "|\.(?:fill|type|pressSequentially|insertText|press)\b/;
const PRESSING = /^Press "|\.press\b/;
const KEYBOARD = /^(?:(?:Type|Insert|Press) "|keyboard\.)/;
const EXPECTED_VALUE = /toHaveValue/;
const SECRET_FIELD = /password|passwd|passphrase|passcode|pwd|\bpw\b|secret|token/i;
/** A call log repeats the typed text. */
const TYPED_IN_LOG = /\b(?:fill|type|pressSequentially|insertText)\("((?:[^"\\]|\\.)*)"/g;
/** A line of code that types: everything up to its last literal, and that literal. Bounded, because lines may be long. */
const TYPING_CODE = /^(.{0,300}?\.(?:fill|type|pressSequentially|insertText)\(.{0,300})(['"`])((?:\\.|(?!\2).)*)\2/gm;
/** `locator.type(#user, text)` and `locator.getByLabel('User').type(text)`, the older titles. */
const OLD_TITLE = /^(.*\.(?:type|pressSequentially|insertText|press))\((.*)\)$/s;
/** Shorter texts are masked where they were typed, and not searched for elsewhere. */
const SHORTEST_WANTED = 4;

/**
 * Texts typed into secret fields in one attempt, and the mask for them. Typed text also appears in the call log of an error
 * and in the code around it, so each text that was found is masked everywhere in the attempt.
 */
export class Masking {
  readonly #steps = new Set<TestStep>();
  readonly #texts: string[] = [];
  readonly #mode: MaskInput;

  constructor(steps: readonly TestStep[], mode: MaskInput) {
    this.#mode = mode;
    if (mode === 'none') return;
    this.#find(steps, mode);
    // Longest first, because one may be part of another.
    this.#texts.sort((a, b) => b.length - a.length);
  }

  /** Whether an attachment may contain text to mask. Playwright's error context shows code, in which typed text may appear. */
  isNeededIn(attachment: string): boolean {
    return this.#texts.length > 0 || (this.#mode !== 'none' && attachment === ERROR_NOTE);
  }

  /** The texts to mask in attachments. */
  get redaction() {
    return { secrets: this.#texts, patterns: [], find: (text: string) => this.#typedInCode(text) };
  }

  /** The step's title, masked. */
  title(step: TestStep): string {
    const subtitle = step.subtitle ? ` ${step.subtitle}` : '';
    if (!this.#steps.has(step) || EXPECTED_VALUE.test(step.title)) return this.text(step.title + subtitle);
    const quote = step.title.indexOf('"');
    if (TYPING.test(step.title) && quote >= 0) return `${step.title.slice(0, quote)}"${MASK}"${subtitle}`;
    const typed = typedInOldTitle(step.title);
    return typed === '' ? step.title : `${step.title.slice(0, -typed.length - 1)}${MASK})`;
  }

  /** The step's parameters, masked, without those that the title already shows. */
  parameters(step: TestStep): Record<string, unknown> | undefined {
    const params = parametersOf(step);
    if (params === undefined) return undefined;
    const shown: Record<string, unknown> = {};
    let any = false;
    for (const [name, value] of Object.entries(params)) {
      if (name === 'locator' && value === step.subtitle) continue;
      any = true;
      if (this.#steps.has(step) && name !== 'locator') shown[name] = MASK;
      else shown[name] = typeof value === 'string' ? this.text(value) : value;
    }
    return any ? shown : undefined;
  }

  /** Masks any other text of the attempt. */
  text(text: string): string {
    let masked = text;
    for (const secret of this.#texts) masked = masked.split(secret).join(MASK);
    return masked;
  }

  /** Masks an error's text. The code in it may type text that no step of this attempt typed. */
  error(text: string): string {
    const plain = this.text(stripVTControlCharacters(text));
    if (this.#mode === 'none') return plain;
    return plain.replace(TYPING_CODE, (line, before: string, quote: string) =>
      this.#mode === 'all' || SECRET_FIELD.test(before) ? `${before}${quote}${MASK}${quote}` : line,
    );
  }

  *#typedInCode(text: string): Iterable<{ start: number; end: number }> {
    for (const { index, 0: line, 1: before = '' } of text.matchAll(TYPING_CODE)) {
      if (this.#mode !== 'all' && !SECRET_FIELD.test(before)) continue;
      yield { start: index + before.length + 1, end: index + line.length - 1 };
    }
  }

  #find(steps: readonly TestStep[], mode: MaskInput): void {
    visitSteps(steps, { fieldInFocus: '' }, (step, siblings) => {
      if (step.category === 'pw:api' || step.category === 'expect') {
        const field = fieldOf(step);
        if (typesText(step)) {
          const target = field === '' && KEYBOARD.test(step.title) ? siblings.fieldInFocus : `${field} ${step.title}`;
          if (mode === 'all' || SECRET_FIELD.test(target)) this.#add(step);
        }
        if (field !== '') siblings.fieldInFocus = field;
      }
      return { fieldInFocus: '' };
    });
  }

  #add(step: TestStep): void {
    this.#steps.add(step);
    const typed = [typedInOldTitle(step.title)];
    for (const [name, value] of Object.entries(step.params ?? {})) {
      if (name !== 'locator' && typeof value === 'string') typed.push(value);
    }
    for (const [, text] of (step.error?.message ?? '').matchAll(TYPED_IN_LOG)) typed.push(text ?? '');
    for (const text of typed) {
      if (text.length >= SHORTEST_WANTED && !this.#texts.includes(text)) this.#texts.push(text);
    }
  }
}

function typesText(step: TestStep): boolean {
  if (step.category === 'expect') return EXPECTED_VALUE.test(step.title);
  if (!TYPING.test(step.title)) return false;
  // Named keys (Enter, Control+A) reveal nothing; single characters are a text typed key by key.
  const key = step.params?.key;
  return !PRESSING.test(step.title) || typeof key !== 'string' || key.length === 1 || /^Shift\+.$/.test(key);
}

function fieldOf(step: TestStep): string {
  const locator = step.params?.locator;
  if (typeof locator === 'string') return locator;
  return step.subtitle ?? (/^(?:locator|page|frame)\./.test(step.title) ? step.title : '');
}

function typedInOldTitle(title: string): string {
  const [, call = '', inside = ''] = OLD_TITLE.exec(title) ?? [];
  // The selector comes first, unless the call has no selector or describes its locator before the method.
  const comma = /^(?:locator|page|frame)\.\w+$/.test(call) ? inside.indexOf(', ') : -1;
  return comma < 0 ? inside : inside.slice(comma + 2);
}

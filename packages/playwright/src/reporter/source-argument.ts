import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { Location } from '@playwright/test/reporter';

/** Longer arguments are ignored. */
const LONGEST = 500;
const MOST_FILES = 100;
const CALL = /^([\w$]*)\s*(?:<[^()]*>\s*)?\(/;
/** After these, a slash starts a regular expression; after anything else it divides. */
const BEFORE_REGEX = /(?:^|[(,=:[!&|?{};+\-*%~^<>]|\b(?:return|typeof|new|in|of))\s*$/;
const REGEX = /^\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/;
const TEXT = /^(?:'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\$]|\$(?!\{))*`)/;
const COMMENT = /^(?:\/\/[^\n]*|\/\*[\s\S]*?\*\/)/;

const files = new Map<string, readonly string[]>();

/**
 * The first argument of a call, as in the source; empty for a call without one. Undefined if unknown: the source is missing,
 * another call is at that location, or the argument is long.
 * @param isCallee whether the called function may have this name
 */
export function firstArgument(location: Location | undefined, isCallee: (name: string) => boolean): string | undefined {
  if (location === undefined || !isAbsolute(location.file)) return undefined;
  const text = sourceFrom(location);
  const [call, name = ''] = CALL.exec(text) ?? [];
  return call === undefined || !isCallee(name) ? undefined : argumentIn(text.slice(call.length));
}

function sourceFrom({ file, line, column }: Location): string {
  const lines = linesOf(file);
  let text = (lines[line - 1] ?? '').slice(column - 1);
  for (let index = line; index < lines.length && text.length <= LONGEST; index++) text += `\n${lines[index]}`;
  return text;
}

function linesOf(file: string): readonly string[] {
  const known = files.get(file);
  if (known !== undefined) return known;
  if (files.size >= MOST_FILES) files.clear();
  let lines: readonly string[] = [];
  try {
    lines = readFileSync(file, 'utf8').split(/\r?\n/);
  } catch {
    // The report was merged elsewhere, or the file was removed.
  }
  files.set(file, lines);
  return lines;
}

/** Reads up to the comma or bracket that ends the argument, skipping over strings, regular expressions and comments. */
function argumentIn(text: string): string | undefined {
  let argument = '';
  let depth = 0;
  for (let at = 0; at < text.length && at <= LONGEST; ) {
    const char = text[at] ?? '';
    const rest = text.slice(at);
    const comment = COMMENT.exec(rest)?.[0];
    const whole = TEXT.exec(rest)?.[0] ?? (BEFORE_REGEX.test(argument) ? REGEX.exec(rest)?.[0] : undefined);
    if (comment !== undefined) at += comment.length;
    else if (whole !== undefined) {
      argument += whole;
      at += whole.length;
    } else if (char === '`') return undefined;
    else if (depth === 0 && /[,)]/.test(char)) return argument.trim();
    else {
      if (/[([{]/.test(char)) depth++;
      else if (/[)\]}]/.test(char)) depth--;
      argument += /\s/.test(char) ? (/\s$/.test(argument) ? '' : ' ') : char;
      at++;
    }
  }
  return undefined;
}

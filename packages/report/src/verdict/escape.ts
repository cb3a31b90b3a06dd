import { stripVTControlCharacters } from 'node:util';
import { HIDDEN } from '../hidden.js';

/** What Markdown and HTML give a meaning to, and "@", which notifies people. */
const SPECIAL = /[\\`*_{}[\]<>()#+\-!|~&@$]/g;

/** Text without ANSI codes and hidden characters. */
export function plain(text: string): string {
  return stripVTControlCharacters(text).replace(/\r\n?/g, '\n').replace(HIDDEN, '');
}

/** Text on one line of Markdown, which shows it as it is. */
export function inline(text: string): string {
  return plain(text)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(SPECIAL, (character) => `&#${character.charCodeAt(0)};`);
}

/** A block of code, with a fence longer than any in it. */
export function codeBlock(text: string, language = ''): string {
  const content = plain(text).replace(/\n+$/, '');
  const longest = (content.match(/`+/g) ?? []).reduce((length, ticks) => Math.max(length, ticks.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${content}\n${fence}`;
}

/** The message of a workflow command of GitHub Actions. */
export function commandData(text: string): string {
  return plain(text).replace(/%/g, '%25').replace(/\n/g, '%0A');
}

/** A property of a workflow command of GitHub Actions. */
export function commandProperty(text: string): string {
  return commandData(text).replace(/:/g, '%3A').replace(/,/g, '%2C');
}

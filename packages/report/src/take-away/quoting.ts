/** Shells that commands can be quoted for. */
export type Shell = 'posix' | 'powershell';

const PLAIN_WORD = /^[A-Za-z0-9_@%+=:,./-]+$/;
/** PowerShell also treats typographic single quotes as quotes. */
const POWERSHELL_QUOTES = /['\u2018\u2019\u201a\u201b]/g;
const PLAIN_IN_POWERSHELL = /^[A-Za-z0-9_+=:./-]+$/;

/** Quotes words for a command line, so that each arrives unchanged. */
export function commandLine(words: readonly string[], shell: Shell): string {
  return words.map((word) => quoted(word, shell)).join(' ');
}

/** @internal for its test */
export function quoted(word: string, shell: Shell): string {
  if (shell === 'posix') return PLAIN_WORD.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
  if (PLAIN_IN_POWERSHELL.test(word)) return word;
  return `'${word.replaceAll(POWERSHELL_QUOTES, '$&$&')}'`;
}

import tokensOf, { type JSXToken, type Token } from 'js-tokens';

/** The letters of `ErrorView.frameColors`. */
type Color = 'k' | 's' | 'n' | 'c' | 't';

/** A line of a frame as all frameworks write it: perhaps a mark, the line's number, and the source. */
const LINE = /^([> ]?\s*\d+ \|)(.*)$/;
/** Longer texts are no frames. */
const LONGEST = 8_000;
const KEYWORDS = new Set(
  `abstract as async await break case catch class const continue debugger default delete do else enum export extends finally for from
  function get if implements import in instanceof interface let new of private protected public readonly return satisfies set static super
  switch this throw try type typeof var void while with yield`.split(/\s+/),
);
const LITERALS = new Set(['true', 'false', 'null', 'undefined', 'NaN', 'Infinity']);

/** The colors of a code frame; undefined if it has none. */
export function colorsOf(frame: string): string | undefined {
  if (frame.length > LONGEST) return undefined;
  const lines = frame.split('\n').map((line) => LINE.exec(line) ?? [line, line, undefined]);
  const colors = codeColors(lines.flatMap(([, , code]) => code ?? []).join('\n'));
  if (!/[ksnc]/.test(colors)) return undefined;
  let at = 0;
  let letters = '';
  for (const [, gutter = '', code] of lines) {
    if (letters !== '') letters += 't';
    letters += 't'.repeat(gutter.length);
    if (code === undefined) continue;
    letters += colors.slice(at, at + code.length);
    at += code.length + 1;
  }
  return letters.replace(/(.)\1*/g, (run, letter: string) => `${letter}${run.length}`);
}

/** One letter for each character. */
function codeColors(code: string): string {
  let colors = '';
  for (const token of tokensOf(code, { jsx: true })) colors += colorOf(token).repeat(token.value.length);
  return colors;
}

function colorOf({ type, value }: Token | JSXToken): Color {
  switch (type) {
    case 'IdentifierName':
      return KEYWORDS.has(value) ? 'k' : LITERALS.has(value) ? 'n' : 't';
    case 'JSXIdentifier':
      return 'k';
    case 'NumericLiteral':
    case 'RegularExpressionLiteral':
      return 'n';
    case 'StringLiteral':
    case 'NoSubstitutionTemplate':
    case 'TemplateHead':
    case 'TemplateMiddle':
    case 'TemplateTail':
    case 'JSXString':
      return 's';
    case 'SingleLineComment':
    case 'MultiLineComment':
    case 'HashbangComment':
      return 'c';
    default:
      return 't';
  }
}

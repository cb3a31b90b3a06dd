/** What the syntax of a pattern says about its searches. */
export interface PatternCost {
  /** Text that every match contains; may be empty. */
  readonly literal: string;
  /** Upper limit of the steps for searching a text of this many characters. */
  steps(length: number): number;
}

/** A group's alternatives, and whether it may match the same text in several ways. */
interface Group {
  alternatives: number;
  hasChoice: boolean;
}

const CLASS = String.raw`\[(?:\\.|[^\]\\])*\]`;
/** Back references are missing, because they repeat any text. */
const ESCAPE = String.raw`\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|u\{[\da-fA-F]+\}|[pP]\{[^}]*\}|[dDwWsSbBnrtfv]|0(?!\d))`;
const TOKEN = new RegExp(
  String.raw`(?:(?<open>\((?:\?(?::|<?[=!]|<[^>]*>))?)|(?<close>\))|(?<bar>\|)|\\(?<escaped>[^\da-zA-Z])|(?<char>[^\\^$.*+?()[\]{}|])|[.^$]|${CLASS}|${ESCAPE})` +
    String.raw`(?<repeated>(?<sign>[*+?])\??|\{(?<min>\d+)(?:(?<to>,)(?<max>\d*))?\}\??)?`,
  'sy',
);
const ENDLESS: PatternCost = { literal: '', steps: () => Number.POSITIVE_INFINITY };
/** The source counts as one more factor for each of this many characters. */
const SOURCE_UNIT = 64;

/**
 * The cost of a backtracking search: the number of places to start at, times the choices of every quantifier and alternation.
 * Repeated choices (`(a+)+`), back references and rare syntax have no limit.
 */
export function costOf({ source, flags }: RegExp): PatternCost {
  if (flags.includes('v')) return ENDLESS;
  const whole: Group = { alternatives: 1, hasChoice: false };
  const open = [whole];
  const choose = () => {
    for (const group of open) group.hasChoice = true;
  };
  const literals = [''];
  let fixed = Math.ceil(source.length / SOURCE_UNIT);
  let endless = 0;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.length) {
    const token = TOKEN.exec(source)?.groups;
    let group = open.at(-1);
    if (token === undefined || group === undefined) return ENDLESS;
    const char = token.escaped ?? token.char;
    if (char !== undefined && token.repeated === undefined && isFound(char, flags) && group === whole) {
      literals.push(literals.pop() + char);
      continue;
    }
    literals.push('');
    if (token.open !== undefined) open.push({ alternatives: 1, hasChoice: false });
    if (token.bar !== undefined) {
      group.alternatives++;
      choose();
    }
    if (token.close !== undefined) {
      fixed *= group.alternatives;
      open.pop();
    } else group = whole;
    if (token.repeated === undefined) continue;
    if (token.open !== undefined || token.bar !== undefined || open.length === 0) return ENDLESS;
    const [min, max] = boundsOf(token);
    if (group !== whole && group.hasChoice && max > 1) return ENDLESS;
    if (min !== max) choose();
    // When the last part has matched, the pattern has, too: nothing is tried again.
    if (TOKEN.lastIndex === source.length && open.length === 1) fixed *= Math.max(1, min);
    else if (max === Number.POSITIVE_INFINITY) endless++;
    else fixed *= min === max ? Math.max(1, max) : max + 1;
  }
  const literal = literals.reduce((longest, one) => (one.length > longest.length ? one : longest));
  return {
    literal: whole.alternatives > 1 ? '' : literal,
    steps: (length) => fixed * whole.alternatives * (length + 1) ** (endless + 1),
  };
}

/** Whether a text that matches this character contains it. */
function isFound(char: string, flags: string): boolean {
  return char < '\x80' && !(flags.includes('i') && /[a-z]/i.test(char));
}

function boundsOf({ sign, min, to, max }: Record<string, string | undefined>): [min: number, max: number] {
  if (sign !== undefined) return [sign === '+' ? 1 : 0, sign === '?' ? 1 : Number.POSITIVE_INFINITY];
  const most = to === undefined ? min : max;
  return [Number(min), most === '' ? Number.POSITIVE_INFINITY : Number(most)];
}

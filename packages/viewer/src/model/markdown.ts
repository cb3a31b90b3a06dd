import { rerunCommand } from '@testpoint/report/browser';
import type { RunData } from '@testpoint/report/format';
import { counted, duration, moment } from '../text/format-time.js';
import { ciFacts } from './ci-facts.js';
import { wordsOf } from './known.js';
import { lookWord } from './outcome.js';
import type { ResultModel } from './result-model.js';

/** Maximum length of an error in a summary. Issue trackers reject long issues. */
const LONGEST_ERROR = 8_000;

/** A summary of a result, to paste into an issue. */
export function markdownOf(result: ResultModel, run: RunData): string {
  const { suites, title, file, line, project, attempts, last } = result;
  const place = `${file}${line === undefined ? '' : `:${line}`}`;
  const known = run.known?.find(({ test, isExpired }) => test === result.id && !isExpired);
  const isKnown = known !== undefined && result.look === 'failed';
  const facts = [
    [
      'Outcome',
      `${lookWord(isKnown ? 'known' : result.look)}${attempts.length > 1 ? ` after ${attempts.length} attempts` : ''}`,
    ],
    ['Known', isKnown ? escaped(wordsOf(known)) : undefined],
    ['Where', inCode(place)],
    ['Project', project === undefined ? undefined : escaped(project)],
    ['Took', duration(result.duration)],
    ['When', result.startedAt === undefined ? undefined : moment(result.startedAt)],
    ...ciFacts(run).map(({ name, value, href }) => [escaped(name), href ?? escaped(value)]),
  ];
  const command = rerunCommand(result.target, 'posix');
  const parts = [
    `### ${escaped([...suites, title].join(' › '))}`,
    facts
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `- **${name}:** ${value}`)
      .join('\n'),
  ];
  for (const { message, stack, expected, actual } of last.errors) {
    parts.push(fenced(stack?.includes(message) ? stack : [message, stack].filter(Boolean).join('\n\n')));
    if (expected !== undefined && actual !== undefined)
      parts.push(`Expected:\n\n${fenced(expected)}`, `Actual:\n\n${fenced(actual)}`);
  }
  if (command !== undefined) parts.push(`Rerun:\n\n${fenced(command, 'sh')}`);
  return `${parts.join('\n\n')}\n`;
}

/** A code block whose fence is longer than any run of backticks inside. */
function fenced(text: string, language = 'text'): string {
  const cut =
    text.length > LONGEST_ERROR
      ? `${text.slice(0, LONGEST_ERROR)}\n… ${counted(text.length - LONGEST_ERROR, 'more character')}`
      : text;
  const fence = '`'.repeat(Math.max(3, longestRun(cut) + 1));
  return `${fence}${language}\n${cut}\n${fence}`;
}

function inCode(text: string): string {
  const fence = '`'.repeat(longestRun(text) + 1);
  return longestRun(text) === 0 ? `\`${text}\`` : `${fence} ${text} ${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}

/** Escapes text so that Markdown shows it unchanged, and mentions and issue numbers have no effect. */
function escaped(text: string): string {
  return text
    .replaceAll(/[\\`*_{}[\]<>()#|~!]/g, '\\$&')
    .replaceAll('@', '@\u200b')
    .replaceAll('\n', ' ');
}

import { frameworks } from '@testpoint/frameworks';

/** The meanings of a command's exit codes, for its help. */
export function exitCodes({ failed, ok }: { ok: string; failed: string }): string {
  return `\n\nExit code: 0 ${ok}, 1 ${failed}, 2 on wrong usage or wrong settings.`;
}

/** Help that fits a terminal: its paragraphs are wrapped, and what is indented stays as it is. */
export function wrapped(help: string, width: number): string {
  return help.replace(/(?:^\S.*(?:\n(?=\S))?)+/gm, (paragraph) => {
    const lines = [''];
    for (const word of paragraph.split(/\s+/)) {
      const line = lines.at(-1) ?? '';
      if (line === '') lines[lines.length - 1] = word;
      else if (line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`;
      else lines.push(word);
    }
    return lines.join('\n');
  });
}

/** A command that runs a suite, for examples. */
export const SUITE_EXAMPLE = `testpoint exec -- npx ${Object.values(frameworks)[0]?.command.join(' ')}`;

/** The end of a command's help. */
export function example(...lines: string[]): string {
  return `\nExample:\n${lines.map((line) => `  $ ${line}`).join('\n')}`;
}

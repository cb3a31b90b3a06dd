import { frameworks } from '@testpoint/frameworks';

/** The meanings of a command's exit codes, for its help. */
export function exitCodes({ failed, ok }: { ok: string; failed: string }): string {
  return `\n\nExit code: 0 ${ok}, 1 ${failed}, 2 on wrong usage or wrong settings.`;
}

/** A command that runs a suite, for examples. */
export const SUITE_EXAMPLE = `testpoint exec -- npx ${Object.values(frameworks)[0]?.command.join(' ')}`;

/** The end of a command's help. */
export function example(...lines: string[]): string {
  return `\nExample:\n${lines.map((line) => `  $ ${line}`).join('\n')}`;
}

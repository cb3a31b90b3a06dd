import ts from 'typescript';
import { expect, test } from 'vitest';
import { messageFile } from './message-files.js';

const FILE = `// Messages: Commands
import { mark } from './mark.js';

const ADVICE = { wait: 'wait for it', retry: 'run it again' };

/**
 * A suite is slow.
 *
 * Raise the limit.
 */
export const slow = (seconds: number, why = '') => \`It takes \${seconds} s\${why && \`, because \${why}\`}\`;

/** A command fails. @fact */
export const failed = (advice: keyof typeof ADVICE) => mark(\`It failed: \${ADVICE[advice]}\`);

/** A number is wrong. */
export function wrong(largest?: number): string {
  return largest === undefined ? 'Give a number.' : \`Give a number up to \${largest}.\`;
}
`;

function read(path: string, text = FILE): ReturnType<typeof messageFile> {
  return messageFile(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
}

test('each export is a message: its text with … in place of facts, its other forms, when it appears, and what to do', () => {
  expect(read('cli/src/messages.ts')).toMatchObject({
    chapter: 'Commands',
    messages: [
      {
        name: 'slow',
        forms: ['It takes … s…', ', because …'],
        when: 'A suite is slow',
        todo: 'Raise the limit.',
        isFact: false,
      },
      { name: 'failed', forms: ['It failed: …', 'wait for it', 'run it again'], when: 'A command fails', isFact: true },
      { name: 'wrong', forms: ['Give a number.', 'Give a number up to ….'], when: 'A number is wrong', isFact: false },
    ],
  });
});

test('a file is a message file by its name and its first line', () => {
  expect(read('cli/src/flush.ts')).toBeUndefined();
  expect(read('core/src/channel/format/messages.ts', 'export const a = 1;\n')).toBeUndefined();
});

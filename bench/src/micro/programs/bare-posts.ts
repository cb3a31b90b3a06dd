// The limit for any delivery: posts arrays prepared in memory, four at a time, over persistent connections.
import { readFileSync } from 'node:fs';
import { RUN } from './sample-records.js';
import { sendAll } from './send.js';
import { input, measured } from './usage.js';

const { journal, url } = input<{ journal: string; url: string }>();

const ARRAY = 100;
const bodies = readFileSync(journal, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('{"kind":"result"'))
  .map((line) => line.slice(line.indexOf(',"body":') + 8, -1));
const arrays: Buffer[] = [];
for (let at = 0; at < bodies.length; at += ARRAY) {
  arrays.push(Buffer.from(`[${bodies.slice(at, at + ARRAY).join(',')}]`));
}
const sent = bodies.length;
bodies.length = 0;

await measured(async () => {
  const headersOf = ({ length }: Buffer) => ({ 'Content-Type': 'application/json', 'Content-Length': length });
  await sendAll(arrays, `${url}/api/v2/testRuns/${RUN}/testResults`, headersOf, (body, posting) => posting.end(body));
  return { sent };
});

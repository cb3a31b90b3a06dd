// The limit for any delivery: posts arrays prepared in memory, four at a time, over persistent connections.
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { RUN } from './sample-records.js';
import { input, peakMemory, processCpu } from './usage.js';

const { journal, url } = input<{ journal: string; url: string }>();

const ARRAY = 100;
const CONNECTIONS = 4;
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

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
const target = `${url}/api/v2/testRuns/${RUN}/testResults`;
const begun = performance.now();
const cpuBegun = processCpu();
let next = 0;
await Promise.all(Array.from({ length: CONNECTIONS }, postTheRest));
const wall = performance.now() - begun;
const cpu = processCpu() - cpuBegun;
agent.destroy();
console.log(JSON.stringify({ wall, cpu, peak: peakMemory(), sent }));

async function postTheRest(): Promise<void> {
  for (let body = arrays[next++]; body !== undefined; body = arrays[next++]) await post(body);
}

function post(body: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length };
    const posting = request(target, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.once('end', resolve);
    });
    posting.once('error', reject);
    posting.end(body);
  });
}

// The limit for any upload: streams files as multipart forms, four at a time, over persistent connections.
import { createReadStream, statSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { input, peakMemory, processCpu } from './usage.js';

const { files, url } = input<{ files: string[]; url: string }>();

const CONNECTIONS = 4;
const BOUNDARY = '----------------------------bench000000000000000000';
const HEAD = Buffer.from(
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="trace.zip"\r\nContent-Type: application/zip\r\n\r\n`,
);
const TAIL = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
const begun = performance.now();
const cpuBegun = processCpu();
let next = 0;
await Promise.all(Array.from({ length: CONNECTIONS }, uploadTheRest));
const wall = performance.now() - begun;
const cpu = processCpu() - cpuBegun;
agent.destroy();
console.log(JSON.stringify({ wall, cpu, peak: peakMemory(), sent: files.length }));

async function uploadTheRest(): Promise<void> {
  for (let file = files[next++]; file !== undefined; file = files[next++]) await upload(file);
}

function upload(path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = {
      'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
      'Content-Length': HEAD.length + statSync(path).size + TAIL.length,
    };
    const options = { method: 'POST', agent, headers };
    const uploading = request(`${url}/api/Public/attachment`, options, (response) => {
      response.resume();
      response.once('end', resolve);
    });
    uploading.once('error', reject);
    uploading.write(HEAD);
    const content = createReadStream(path, { highWaterMark: 256 * 1024 });
    content.once('error', reject);
    content.once('end', () => uploading.end(TAIL));
    content.pipe(uploading, { end: false });
  });
}

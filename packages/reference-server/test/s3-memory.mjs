// Measures how much memory the server needs for one large attachment in S3. Linux only; build the server first.
//   node packages/reference-server/test/s3-memory.mjs [MEBIBYTES]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import S3rver from '@20minutes/s3rver';

const MEBIBYTE = 1024 * 1024;
const size = Number(process.argv[2] ?? 1024) * MEBIBYTE;
const directory = mkdtempSync(join(tmpdir(), 'testpoint-s3-memory-'));
const store = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: join(directory, 's3'),
  vhostBuckets: false,
  allowMismatchedSignatures: true,
  configureBuckets: [{ name: 'bucket' }],
});
const { port } = await store.run();
const bin = fileURLToPath(new URL('../dist/bin.js', import.meta.url));
const place = ['--database', join(directory, 'service.db'), '--attachments', 's3://bucket/attachments'];
const server = spawn(process.execPath, [bin, '--open', '--port', '0', '--attachment-limit', String(size), ...place], {
  stdio: ['ignore', 'pipe', 'inherit'],
  env: {
    ...process.env,
    AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
  },
});
try {
  const [line] = await once(server.stdout, 'data');
  const url = String(line).trim();
  console.log(`started: ${peak()} MB`);
  const began = performance.now();
  const { id } = JSON.parse(await upload(url));
  const seconds = (performance.now() - began) / 1000;
  console.log(`${size / MEBIBYTE} MiB uploaded in ${seconds.toFixed(0)} s: ${peak()} MB at most`);
  const answer = await fetch(`${url}/inspect/attachments/${id}/content`, { headers: { SecretKeyBase64: 'x' } });
  let received = 0;
  for await (const chunk of answer.body) received += chunk.length;
  console.log(`${received / MEBIBYTE} MiB downloaded: ${peak()} MB at most`);
} finally {
  server.kill();
  await once(server, 'exit');
  await store.close();
  rmSync(directory, { recursive: true, force: true });
}

/** The server's peak memory, MB. */
function peak() {
  const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'));
  return Math.round((Number(kibibytes) * 1024) / 1e6);
}

async function upload(url) {
  const headers = { SecretKeyBase64: 'x', 'content-type': 'multipart/form-data; boundary=b' };
  const sending = request(`${url}/api/Public/attachment`, { method: 'POST', headers });
  const answered = once(sending, 'response');
  await pipeline(Readable.from(body()), sending);
  const [answer] = await answered;
  let text = '';
  for await (const chunk of answer) text += chunk;
  if (answer.statusCode !== 200) throw new Error(text);
  return text;
}

function* body() {
  const chunk = Buffer.alloc(MEBIBYTE, 'content');
  yield Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="large.bin"\r\n\r\n');
  for (let sent = 0; sent < size; sent += MEBIBYTE) yield chunk;
  yield Buffer.from('\r\n--b--\r\n');
}

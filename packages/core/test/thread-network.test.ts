import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { run } from '../../../scripts/processes.mjs';
import { GUID, type Loopback, listen, SECRET } from './loopback.js';
import { type StrictService, startStrictService } from './strict-service.js';

const fixture = (name: string) => fileURLToPath(new URL(`./fixtures/certificate/${name}.pem`, import.meta.url));
const adapter = fileURLToPath(new URL('./scripted-adapter.mjs', import.meta.url));
const open: (Loopback | StrictService)[] = [];
const folder = mkdtempSync(join(tmpdir(), 'testpoint-network-'));

afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
  rmSync(folder, { recursive: true, force: true });
});

/** Puts TLS in front of a plain server. */
async function startTls(port: number): Promise<Loopback> {
  const sockets = new Set<Socket>();
  const server = createTlsServer(
    { key: readFileSync(fixture('key')), cert: readFileSync(fixture('certificate')) },
    (socket) => {
      sockets.add(socket);
      tie(socket, connect(port, '127.0.0.1'));
    },
  );
  return listen(server, () => {
    for (const socket of sockets) socket.destroy();
  });
}

/** A proxy that tunnels to any target. */
async function startTunnel(targets: Set<string>): Promise<Loopback> {
  const sockets = new Set<Socket>();
  const server = createHttpServer();
  server.on('connect', (request, socket: Socket) => {
    sockets.add(socket);
    targets.add(request.url ?? '');
    const onwards = connect(Number(request.url?.split(':')[1]), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      tie(socket, onwards);
    });
  });
  return listen(server, () => {
    for (const socket of sockets) socket.destroy();
  });
}

function tie(one: Socket, other: Socket): void {
  one.pipe(other).pipe(one);
  one.on('error', () => {}).on('close', () => other.destroy());
  other.on('error', () => {}).on('close', () => one.destroy());
}

test('from the thread, results and attachments go through a tunnel to a service with its own certificate', async () => {
  const service = await startStrictService({ secretKey: SECRET });
  const secure = await startTls(Number(new URL(service.url).port));
  const targets = new Set<string>();
  const tunnel = await startTunnel(targets);
  open.push(service, secure, tunnel);
  const work = { idRoot: folder, options: {}, tests: 20, ending: 'close', attachments: true };
  const { stderr } = await run(process.execPath, [adapter, JSON.stringify(work)], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      TMS_URL: `https://localhost:${secure.port}`,
      TMS_SECRET_KEY: SECRET,
      TMS_TEST_RUN_ID: GUID,
      TMS_CONFIGURATION_ID: GUID,
      HTTPS_PROXY: tunnel.url,
      NODE_EXTRA_CA_CERTS: fixture('certificate'),
    },
  });
  expect(stderr).toContain('all delivered');
  expect(service.violations).toEqual([]);
  expect(service.results).toHaveLength(20);
  expect(service.attachments.size).toBe(20);
  expect([...targets]).toEqual([`localhost:${secure.port}`]);
});

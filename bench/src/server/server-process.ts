/** The reference server as it is published, in a process of its own: it says where it listens, and what it has cost so far. */
import { type ServerOptions, startServer } from '@testpoint/reference-server';

/** What the process says. */
export type Said = { url: string } | { cpu: number };
/** What it is asked: to start, what it has cost, to end. */
export type Asked = { start: ServerOptions } | 'cpu' | 'close';

const say = (said: Said) => process.send?.(said);
let server: Awaited<ReturnType<typeof startServer>> | undefined;

process.on('message', async (asked: Asked) => {
  if (asked === 'cpu') {
    const { user, system } = process.cpuUsage();
    say({ cpu: user + system });
  } else if (asked === 'close') {
    await server?.close();
    process.disconnect();
  } else {
    server = await startServer(asked.start);
    say({ url: server.url });
  }
});

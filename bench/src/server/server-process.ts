/** Runs the published form of the reference server in its own process. It sends its address, and its cost so far. */
import { type ServerOptions, startServer } from '@testpoint/reference-server';

/** Messages from the process. */
export type Said = { url: string } | { cpu: number };
/** Messages to the process: start, report the cost, end. */
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

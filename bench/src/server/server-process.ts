/** Runs the published form of the reference server in its own process, which sends the URL and the CPU time so far. */
import { type ServerOptions, startServer } from '@testpoint/reference-server';

/** Messages from the process. */
export type Reply = { url: string } | { cpu: number };
/** Messages to the process: start, send the CPU time, end. */
export type Command = { start: ServerOptions } | 'cpu' | 'close';

const send = (reply: Reply) => process.send?.(reply);
let server: Awaited<ReturnType<typeof startServer>> | undefined;

process.on('message', async (command: Command) => {
  if (command === 'cpu') {
    const { user, system } = process.cpuUsage();
    send({ cpu: user + system });
  } else if (command === 'close') {
    await server?.close();
    process.disconnect();
  } else {
    server = await startServer(command.start);
    send({ url: server.url });
  }
});

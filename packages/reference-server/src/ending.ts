import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Makes every response during shutdown the last on its connection, so that no idle client keeps the process alive. */
export function endConnectionsAtClose(app: FastifyInstance): void {
  const sockets = new Set<Socket>();
  let isClosing = false;
  app.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    // Node counts a connection that has never sent anything as busy.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  });
  app.addHook('onRequest', async ({ raw }, reply) => {
    const { socket } = raw;
    // A response in progress may have sent its head before shutdown began.
    reply.raw.once('close', () => {
      if (isClosing) socket.destroySoon();
    });
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
}

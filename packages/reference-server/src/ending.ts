import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** While the server closes, every answer is the last on its connection, so that no idle client keeps the process. */
export function endConnectionsAtClose(app: FastifyInstance): void {
  const sockets = new Set<Socket>();
  let isClosing = false;
  app.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    // Node counts those that have never sent anything as busy.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  });
  app.addHook('onRequest', async ({ raw }, reply) => {
    const { socket } = raw;
    // The head of an answer under way may have gone out before the close began.
    reply.raw.once('close', () => {
      if (isClosing) socket.destroySoon();
    });
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
}

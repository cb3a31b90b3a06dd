// Runs a server in its own process, so that its memory can be measured. Takes the options in the first argument, sends the url,
// and answers every message with its peak memory, in bytes.
import { peakMemory } from '../../../../scripts/peak-memory.mjs';
import { startServer } from '../../dist/index.js';

const server = await startServer(JSON.parse(process.argv[2]));
process.on('message', () => process.send({ peak: peakMemory() }));
process.on('disconnect', () => server.close());
process.send({ url: server.url });

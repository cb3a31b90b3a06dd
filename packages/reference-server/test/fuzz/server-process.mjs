// A server in a process of its own, whose memory is nobody else's: takes its options in the first argument, sends its url,
// and answers any message with the most memory it has had, in bytes.
import { startServer } from '../../dist/index.js';

const server = await startServer(JSON.parse(process.argv[2]));
process.on('message', () => process.send({ peak: process.resourceUsage().maxRSS * 1024 }));
process.on('disconnect', () => server.close());
process.send({ url: server.url });

#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { type ServerOptions, startServer } from './server.js';

const USAGE = `Usage: testpoint-server [options]

Serves the test run and autotest result interface. Prints its address, and nothing else, on standard output.

  --host ADDRESS     where to listen (127.0.0.1)
  --port PORT        0 takes a free one (7357)
  --database FILE    or :memory: (:memory:)
  --catalog FILE     users, projects, configurations, test cases and plans, as JSON
  --open             accept any credentials and ids, without a catalog
  --strict-states    answer 409 to moves and results out of order
  --help

Example: testpoint-server --open --port 0`;

/** Wrong usage ends with 2, a server that can't start with 1. */
async function main(): Promise<void> {
  // Whoever reads the address or the log may go away; the server stays.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  let options: ServerOptions | 'help';
  try {
    options = readOptions(process.argv.slice(2));
  } catch (error) {
    fail(`${(error as Error).message}\n\n${USAGE}`, 2);
    return;
  }
  if (options === 'help') {
    process.stdout.write(`${USAGE}\n`);
    return;
  }
  const server = await startServer({ ...options, log: (line) => process.stderr.write(`${line}\n`) });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    // The second signal finds no listener and ends the process at once.
    process.once(signal, () => {
      process.stderr.write(`${signal}: ending\n`);
      server.close().catch((error: Error) => fail(error.message, 1));
    });
  }
  process.stdout.write(`${server.url}\n`);
}

function readOptions(args: string[]): ServerOptions | 'help' {
  const { values } = parseArgs({
    args,
    options: {
      host: { type: 'string' },
      port: { type: 'string' },
      database: { type: 'string' },
      catalog: { type: 'string' },
      open: { type: 'boolean' },
      'strict-states': { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return 'help';
  if (values.catalog === undefined && !values.open) throw new Error('Give --catalog FILE, or --open.');
  const options: ServerOptions = { open: values.open ?? false, strictStates: values['strict-states'] ?? false };
  if (values.host !== undefined) options.host = values.host;
  if (values.port !== undefined) options.port = port(values.port);
  if (values.database !== undefined) options.database = values.database;
  if (values.catalog !== undefined) options.catalog = values.catalog;
  return options;
}

function port(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) {
    throw new Error(`--port must be a number from 0 to 65535, not ${JSON.stringify(text)}.`);
  }
  return Number(text);
}

function fail(message: string, code: number): void {
  process.stderr.write(`testpoint-server: ${message}\n`);
  process.exitCode = code;
}

main().catch((error: Error) => fail(error.message, 1));

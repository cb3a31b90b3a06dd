#!/usr/bin/env node
import { type Given, readArguments, USAGE } from './arguments.js';

/** Exit code 2: wrong usage. Exit code 1: the server can't start. */
async function main(): Promise<void> {
  // The program that reads the address or the log may exit; the server keeps running.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  let given: Given;
  try {
    given = readArguments(process.argv.slice(2));
  } catch (error) {
    fail(`${(error as Error).message}\n\n${USAGE}`, 2);
    return;
  }
  if ('answer' in given) {
    process.stdout.write(`${given.answer}\n`);
    return;
  }
  if ('backup' in given) {
    const { backUp } = await import('./backup.js');
    await backUp(given.backup, (sentence) => process.stderr.write(`testpoint-server: ${sentence}\n`));
    return;
  }
  const { options, faultsFile } = given;
  // Loading the server takes several times as long as printing help, or a mistake.
  const [{ startServer }, { readFaults }] = await Promise.all([
    import('./server.js'),
    import('./faults/read-faults.js'),
  ]);
  if (faultsFile !== undefined) options.faults = readFaults(faultsFile);
  const server = await startServer({ ...options, log: (line) => process.stderr.write(`${line}\n`) });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    // A second signal finds no listener, so it ends the process at once.
    process.once(signal, () => {
      const said = `${signal}: shutting down`;
      const isJson = options.logFormat === 'json';
      process.stderr.write(`${isJson ? JSON.stringify({ level: 30, time: Date.now(), msg: said }) : said}\n`);
      server.close().catch((error: Error) => fail(error.message, 1));
    });
  }
  process.stdout.write(`${server.url}\n`);
}

function fail(message: string, code: number): void {
  process.stderr.write(`testpoint-server: ${message}\n`);
  process.exitCode = code;
}

main().catch((error: Error) => fail(error.message, 1));

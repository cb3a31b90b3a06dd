import { parseArgs } from 'node:util';
import type { BackupOptions } from './backup.js';
import type { ServerOptions } from './server-options.js';
import { version } from './version.js';

export const USAGE = `Usage: testpoint-server [options]
       testpoint-server backup FILE --database FILE [--attachments FOLDER]

Serves the test run and autotest result interface. Prints its address, and nothing else, to standard output.
\`backup\` copies a database and its attachments while a server uses them.

  --host ADDRESS            address to listen on (127.0.0.1)
  --port PORT               port to listen on; 0 picks a free one (7357)
  --allow-host NAME         also accept this Host header on loopback; repeatable
  --database FILE           a file, :memory:, or postgres://user:password@host:port/name (:memory:)
  --attachments PLACE       a folder, or s3://bucket/prefix (FILE-attachments)
  --synchronous LEVEL       normal, or full: answered writes also survive a power cut (normal)
  --catalog FILE            JSON file with users, projects, configurations, test cases and plans
  --open                    run without a catalog; accept any credentials and ids
  --strict-states           answer 409 to out-of-order moves and results
  --body-limit BYTES        maximum size of a body, except attachments (10485760)
  --attachment-limit BYTES  maximum size of one attachment (104857600)
  --attachment-quota BYTES  maximum size of all attachments together (none)
  --keep-days DAYS          delete runs that are over when they are older (never)
  --keep-runs NUMBER        keep only so many of the newest runs that are over (all)
  --no-viewer               serve no pages that show what the server holds
  --public-url URL          address under which browsers reach the server behind a proxy
  --trusted-proxy ADDRESS   believe X-Forwarded-For of this address or subnet; repeatable
  --metrics                 serve /metrics for Prometheus, without credentials
  --log FORMAT              text, or json: one object per line, with a request id (text)
  --drain-delay SECONDS     after SIGTERM, accept requests for this long while /ready answers 503 (0)
  --faults FILE             misbehave on purpose; JSON file with the rules
  --version                 print the version
  --help                    print this help

Example: testpoint-server --open --port 0`;

/** Text to print, a backup to make, or the options of the server to start. */
export type Given =
  | { answer: string }
  | { backup: BackupOptions }
  | { options: ServerOptions; faultsFile: string | undefined };

/** Throws an Error with the mistake. */
export function readArguments(args: string[]): Given {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: args[0] === 'backup',
    options: {
      host: { type: 'string' },
      port: { type: 'string' },
      'allow-host': { type: 'string', multiple: true },
      database: { type: 'string' },
      synchronous: { type: 'string' },
      catalog: { type: 'string' },
      open: { type: 'boolean' },
      'strict-states': { type: 'boolean' },
      'body-limit': { type: 'string' },
      'attachment-limit': { type: 'string' },
      attachments: { type: 'string' },
      'attachment-quota': { type: 'string' },
      'keep-days': { type: 'string' },
      'keep-runs': { type: 'string' },
      'no-viewer': { type: 'boolean' },
      'public-url': { type: 'string' },
      'trusted-proxy': { type: 'string', multiple: true },
      metrics: { type: 'boolean' },
      log: { type: 'string' },
      'drain-delay': { type: 'string' },
      faults: { type: 'string' },
      version: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return { answer: USAGE };
  if (values.version) return { answer: version() };
  if (positionals.length > 0) return { backup: backupOf(positionals, values) };
  if (values.catalog === undefined && !values.open) throw new Error('Pass --catalog FILE, or --open.');
  const seconds = number('--drain-delay', values['drain-delay'], 'a number of seconds from 0 to 3600', 0, 3600);
  const options: ServerOptions = {
    ...{ host: values.host, database: values.database, catalog: values.catalog, attachments: values.attachments },
    ...{ open: values.open, strictStates: values['strict-states'], metrics: values.metrics },
    viewer: !values['no-viewer'],
    allowedHosts: values['allow-host'],
    publicUrl: values['public-url'],
    trustedProxies: values['trusted-proxy'],
    port: number('--port', values.port, 'a number from 0 to 65535', 0, 65_535),
    synchronous: oneOf('--synchronous', ['normal', 'full'], values.synchronous),
    bodyLimit: bytes('--body-limit', values['body-limit']),
    attachmentLimit: bytes('--attachment-limit', values['attachment-limit']),
    attachmentQuota: bytes('--attachment-quota', values['attachment-quota']),
    keepDays: amount('--keep-days', values['keep-days']),
    keepRuns: amount('--keep-runs', values['keep-runs']),
    logFormat: oneOf('--log', ['text', 'json'], values.log),
    drainDelay: seconds && 1_000 * seconds,
  };
  return { options, faultsFile: values.faults };
}

function backupOf(
  [, target, ...others]: string[],
  { database, attachments, ...rest }: { database?: string; attachments?: string },
): BackupOptions {
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) throw new Error(`backup does not take --${unknown}.`);
  if (target === undefined || others.length > 0) throw new Error('backup takes one file to write.');
  if (database === undefined) throw new Error('backup needs --database FILE.');
  return { database, target, attachments };
}

type Text = string | undefined;

function number(option: string, text: Text, wanted: string, least: number, most: number): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,15}$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text);
  throw new Error(`${option} must be ${wanted}, not ${JSON.stringify(text)}.`);
}

function bytes(option: string, text: Text): number | undefined {
  return number(option, text, 'a number of bytes (1 or more)', 1, Number.MAX_SAFE_INTEGER);
}

function amount(option: string, text: Text): number | undefined {
  return number(option, text, 'a whole number (1 or more)', 1, 999_999_999);
}

function oneOf<Word extends string>(option: string, words: readonly [Word, Word], text: Text): Word | undefined {
  const found = words.find((word) => word === text);
  if (found !== undefined || text === undefined) return found;
  throw new Error(`${option} must be ${words.join(' or ')}, not ${JSON.stringify(text)}.`);
}

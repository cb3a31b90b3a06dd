import { lookup } from 'node:dns/promises';
import { type AddressInfo, isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildApp } from './app.js';
import { Attachments } from './attachments.js';
import { Authenticator, type User } from './auth.js';
import { BackgroundWork, DAY, HOUR } from './background.js';
import type { BlobStore } from './blobs/blob-store.js';
import { claim, warnIfEmpty } from './blobs/claim.js';
import { folderBeside, openBlobs } from './blobs/open-blobs.js';
import { type Catalog, EMPTY_CATALOG, readCatalog } from './catalog.js';
import { isShared, openStore } from './database/open-store.js';
import type { Store } from './database/store.js';
import { FaultHooks } from './faults/fault-hooks.js';
import { isLoopback, loopbackHosts } from './hosts.js';
import { InFlight } from './in-flight.js';
import { keep } from './keeper.js';
import { listenError } from './listen-error.js';
import { jsonLog, type ServerLog, textLog } from './monitoring/log.js';
import { loadMetrics } from './monitoring/metrics.js';
import { Readiness } from './monitoring/readiness.js';
import type { RunningServer, ServerOptions } from './server-options.js';

/**
 * Starts a server that implements the whole service interface.
 * @throws an Error that explains the problem with the catalog, the database, or the address.
 */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const { host = '127.0.0.1', port = 7357, database: file = ':memory:', open = false, strictStates = false } = options;
  const { localKey, synchronous } = options;
  if (options.catalog === undefined && !open && localKey === undefined) {
    throw new Error('Pass `catalog`, or set `open: true`.');
  }
  urlIn(options.publicUrl);
  for (const proxy of options.trustedProxies ?? []) {
    if (isIP(proxy.replace(/\/\d{1,3}$/, '')) === 0)
      throw new Error(`A trusted proxy must be an IP address or a subnet, not ${proxy}.`);
  }
  const faults = new FaultHooks();
  faults.set(options.faults);
  const inFlight = new InFlight();
  const explain = async (error: unknown) => {
    throw await listenError(error, host, port);
  };
  const { address } = await lookup(host).catch(explain);
  const isPrivate = isLoopback(address);
  if (localKey !== undefined && !isPrivate) throw new Error('A server with `localKey` must listen on loopback.');
  const catalog = readCatalog(options.catalog ?? EMPTY_CATALOG);
  const log = options.logFormat === 'json' ? await jsonLog(options.log ?? (() => {})) : textLog(options.log);
  const metrics = options.metrics ? await loadMetrics() : undefined;
  const store = await openStore(file, synchronous, { onWait: metrics?.onWait, onProgress: log.notice });
  metrics?.watchDatabase(() => store.load());
  let blobs: BlobStore | undefined;
  const background: BackgroundWork[] = [];
  const release = async () => {
    for (const work of background) await work.stop();
    await store.close();
    await blobs?.close();
  };
  try {
    blobs = await openBlobs(options.attachments, file, synchronous ?? 'normal');
    const attachments = new Attachments(store, blobs, options.attachmentLimit, options.attachmentQuota);
    background.push(...(await tidy(attachments, store, blobs, { place: options.attachments, file }, log)));
    if (options.keepDays !== undefined || options.keepRuns !== undefined) {
      background.push(keep(store, attachments, { days: options.keepDays, runs: options.keepRuns }, log.notice));
    }
    const readiness = new Readiness({
      database: store.check.bind(store),
      'attachment store': blobs.check.bind(blobs),
    });
    const app = await buildApp(
      {
        rules: { catalog, open: open || localKey !== undefined, strictStates },
        authenticator: new Authenticator(usersOf(catalog, localKey), open),
        store,
        attachments,
        faults,
        inFlight,
        answersTo: isPrivate ? loopbackHosts([host, ...(options.allowedHosts ?? [])]) : () => true,
        log,
        isShared: isShared(file),
        viewer:
          options.viewer === false
            ? undefined
            : {
                ...{ open, isPrivate, localKey },
                allowedHosts: options.allowedHosts ?? [],
                publicUrl: urlIn(options.publicUrl),
              },
        readiness,
        metrics,
      },
      options,
    );
    await app.listen({ host: address, port }).catch(explain);
    if (open && !isPrivate) log.notice(`Warning: other machines can reach ${host}, ${OPEN_TO_ALL}`);
    return {
      url: urlOf(app.server.address()),
      setFaults: (changed) => faults.set(changed),
      close: once(async () => {
        readiness.end();
        if (options.drainDelay) await sleep(options.drainDelay);
        const grace = setTimeout(() => app.server.closeAllConnections(), CLOSE_GRACE);
        await app.close();
        clearTimeout(grace);
        await inFlight.end(HANDLER_GRACE);
        await release();
      }),
    };
  } catch (error) {
    await release();
    throw error;
  }
}

function usersOf(catalog: Catalog, localKey: string | undefined): readonly User[] {
  return localKey === undefined ? catalog.users : [{ userName: 'local', secretKey: localKey }];
}

function urlIn(address: string | undefined): URL | undefined {
  if (address === undefined) return undefined;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search + url.hash !== '') {
    throw new Error(`The public URL must be like https://tests.example.org, without a path, not ${address}.`);
  }
  return url;
}

/** Deletes what failed uploads left behind: at once if only this server writes there, otherwise in the background, once a day. */
async function tidy(
  attachments: Attachments,
  store: Store,
  blobs: BlobStore,
  { place, file }: { place: string | undefined; file: string },
  log: ServerLog,
): Promise<BackgroundWork[]> {
  if (place === undefined) {
    await attachments.sweep(END_OF_TIME);
    if ((await store.attachmentBytes()) > 0) await warnIfEmpty(blobs, folderBeside(file), log.notice);
    return [];
  }
  await claim(blobs, store, place, log.notice);
  const sweep = (signal: AbortSignal) => attachments.sweep(new Date(Date.now() - YOUNG), signal);
  const problem = 'Could not delete files that failed uploads left behind';
  return [new BackgroundWork(sweep, DAY, ({ message }) => log.failure(`${problem}: ${message}`))];
}

/** Content whose row is about to be written is younger than this, milliseconds. */
const YOUNG = HOUR;
/** Later than everything. */
const END_OF_TIME = new Date(8.64e15);
const OPEN_TO_ALL = 'and an open server lets anyone read and write everything.';
/** How long requests in progress may take to end during shutdown, milliseconds. */
const CLOSE_GRACE = 5_000;
/** How long handlers may run after all connections are closed, milliseconds. */
const HANDLER_GRACE = 1_000;

/** The address that a client on this machine can use. A client can't connect to a wildcard address. */
function urlOf(bound: AddressInfo | string | null): string {
  if (bound === null || typeof bound === 'string') throw new Error('The server does not listen on a TCP port.');
  const { address, family, port } = bound;
  if (family !== 'IPv6') return `http://${address === '0.0.0.0' ? '127.0.0.1' : address}:${port}`;
  return `http://[${address === '::' ? '::1' : address}]:${port}`;
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= work();
    return done;
  };
}

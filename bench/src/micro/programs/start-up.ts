// Starts like a framework's process, and prints how long it took until the first test could have begun.
import { processCpu } from './usage.js';

/** What to start: nothing, a worker thread, an imported package, or a session that is opened and closed. */
const what = JSON.parse(process.argv[2] ?? '{}') as
  | Record<string, never>
  | { thread: true }
  | { load: string }
  | { load: string; url: string; idRoot: string };

const figures = { imported: 0, opened: 0, openedCpu: 0, cpu: 0 };
process.on('exit', () => {
  figures.cpu = processCpu();
  console.log(JSON.stringify(figures));
});

const begun = performance.now();
const cpuBegun = processCpu();
if ('load' in what) {
  const loaded: unknown = await import(what.load);
  figures.imported = performance.now() - begun;
  if ('url' in what) open(loaded, what.url, what.idRoot);
} else if ('thread' in what) {
  const { Worker } = await import('node:worker_threads');
  const worker = new Worker('', { eval: true });
  await new Promise((resolve) => worker.once('exit', resolve));
}

function open(loaded: unknown, url: string, idRoot: string): void {
  const { openSession } = loaded as typeof import('@testpoint/core/adapter');
  const before = performance.now();
  const session = openSession({
    framework: 'bench',
    frameworkVersion: '1',
    idRoot,
    options: {
      url,
      secretKey: 'YmVuY2htYXJr',
      testRunId: 'aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee',
      configurationId: '11111111-2222-3333-4444-555555555555',
    },
  });
  figures.opened = performance.now() - before;
  figures.openedCpu = processCpu() - cpuBegun;
  session.close();
}

// Starts like a framework's process, and prints how long it took until the first test could have begun.
import { sampleSession } from './sample-records.js';
import { input, processCpu } from './usage.js';

/** What to start: nothing, a worker thread, an imported package, or a session that is opened and closed. */
const { thread, load, url, idRoot = '' } = input<{ thread?: true; load?: string; url?: string; idRoot?: string }>();

const figures = { imported: 0, opened: 0, openedCpu: 0, cpu: 0 };
process.on('exit', () => {
  figures.cpu = processCpu();
  console.log(JSON.stringify(figures));
});

const begun = performance.now();
const cpuBegun = processCpu();
if (load !== undefined) {
  const { openSession } = (await import(load)) as typeof import('@testpoint/core/adapter');
  figures.imported = performance.now() - begun;
  if (url !== undefined) {
    const before = performance.now();
    const session = openSession(sampleSession(idRoot, url));
    figures.opened = performance.now() - before;
    figures.openedCpu = processCpu() - cpuBegun;
    session.close();
  }
} else if (thread) {
  const { Worker } = await import('node:worker_threads');
  const worker = new Worker('', { eval: true });
  await new Promise((resolve) => worker.once('exit', resolve));
}

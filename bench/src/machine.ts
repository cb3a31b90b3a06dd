import { cpus, loadavg, release, totalmem, type } from 'node:os';

/** The machine of a measurement. The load is that of the minute before; more than zero is noise. */
export function thisMachine(): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 1024 ** 3);
  const system = `${type()} ${release()}, Node ${process.versions.node}`;
  return `${cpus().length} × ${cpu?.model.trim()}, ${memory} GiB, ${system}, load before the start ${loadavg()[0]?.toFixed(1)}`;
}

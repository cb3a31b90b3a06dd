import { cpus, loadavg, release, totalmem, type } from 'node:os';

/** The machine of a measurement. */
export interface Machine {
  processor: string;
  cores: number;
  /** GiB. */
  memory: number;
  system: string;
  node: string;
  /** Load average of the minute before the start. More than zero is noise. */
  load: number;
}

export function thisMachine(): Machine {
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown processor',
    cores: cpus().length,
    memory: Math.round(totalmem() / 1024 ** 3),
    system: `${type()} ${release()}`,
    node: process.versions.node,
    load: loadavg()[0] ?? 0,
  };
}

import type { ChaosLab, Host } from '@testpoint/frameworks/lab';

/** With a memory limit, Jest uses workers even for a single file. */
const WORKERS = ['--maxWorkers=2', '--workerIdleMemoryLimit=1GB'];

export const chaos: ChaosLab = {
  faults: { file: 'suite.test.cjs', attachesLate: true },
  stubs: { args: ['--runInBand', '--no-cache'], knownHangs: 0 },
  hosts: [
    host('jest -i', ['-i'], true),
    host('jest -i --forceExit', ['-i', '--forceExit'], true),
    host('jest', WORKERS, false),
    host('jest --forceExit', [...WORKERS, '--forceExit'], false),
  ],
};

function host(name: string, options: string[], runsTestsItself: boolean): Host {
  return { name, args: (report) => ['--json', '--outputFile', report, ...options], runsTestsItself };
}

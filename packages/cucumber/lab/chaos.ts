import type { ChaosLab, Host } from '@testpoint/frameworks/lab';
import { reportTo } from './report.js';

const OURS = ['--format', '"@testpoint/cucumber":".testpoint/cucumber.log"'];

export const chaos: ChaosLab = {
  faults: { file: 'suite.feature', args: OURS, bareArgs: [] },
  stubs: { args: OURS, bareArgs: [], knownHangs: 0 },
  hosts: [
    host('cucumber', [], true),
    { ...host('cucumber --parallel', ['--parallel', '2'], false), workersPrint: true },
  ],
};

function host(name: string, options: string[], runsTestsItself: boolean): Host {
  const report = (file: string) => [...reportTo(file), ...options];
  return {
    name,
    args: (file) => [...OURS, ...report(file)],
    bareArgs: report,
    runsTestsItself,
  };
}

import type { ChaosLab } from '@testpoint/frameworks/lab';

export const chaos: ChaosLab = {
  faults: { file: 'suite.spec.ts' },
  stubs: { knownHangs: 15 },
  hosts: [{ name: 'playwright', runsTestsItself: false }],
};

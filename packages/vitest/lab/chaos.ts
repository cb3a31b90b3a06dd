import type { ChaosLab } from '@testpoint/frameworks/lab';

export const chaos: ChaosLab = {
  faults: { file: 'suite.test.mjs' },
  stubs: { knownHangs: 6 },
  hosts: [{ name: 'vitest', runsTestsItself: false, endsInOrder: true }],
};

// What the build makes of this package (tsdown.config.ts).
export default [
  { entries: ['index', 'in-test/api', 'in-test/observe'] },
  // Built separately: it imports nothing, so that only its own code can fail.
  { entries: ['in-test/setup'], format: 'esm' },
];

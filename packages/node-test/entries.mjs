// What the build makes of this package (tsdown.config.ts).
export default [
  { entries: ['index', 'usual'] },
  // Built one by one: every process loads them, and each file of an import costs it a millisecond.
  { entries: ['in-test/api'] },
  { entries: ['in-test/setup'] },
];

// What the build makes of this package (tsdown.config.ts).
// Built one by one: with `automock`, Jest mocks every module that a setup file requires, so it must require none. In `build`,
// because Jest treats frames of "jest/build" as its own and omits them from the stacks that it prints.
const outDir = 'build';

export default [
  { entries: ['index'], outDir },
  { entries: ['in-test/api'], outDir },
  { entries: ['in-test/setup'], outDir },
  {
    // A function of a sandbox's global object. Its closures share compiled code with those of earlier sandboxes.
    entries: ['in-test/per-sandbox'],
    outDir,
    format: 'cjs',
    dts: false,
    outputOptions: {
      banner: 'module.exports = (globalThis) => {\nconst exports = {};',
      footer: 'return exports;\n};',
    },
  },
];

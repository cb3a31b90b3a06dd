// What the build makes of this package (tsdown.config.ts).
export default [
  { entries: ['index', 'in-test/api'] },
  // Loaded by its path, by the API of any package.
  { entries: ['in-test/native'], format: 'cjs', dts: false },
];

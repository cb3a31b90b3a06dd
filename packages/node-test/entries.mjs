// What the build makes of this package (tsdown.config.ts).
export default [{ entries: ['index', 'in-test/api', 'in-test/setup', 'usual'] }];

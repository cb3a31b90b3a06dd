// Messages: Commands

/** doctor, when Mocha’s reporter is in `require`. */
export const reporterInRequire = '@testpoint/mocha is in require, where it has no effect: move it to reporter';

/** doctor, for options that Mocha 10 and 11 can’t read. */
export const optionsAreObject = (major: number) =>
  `Mocha ${major} can't read an object as option reporterOptions: write "reporter-option": ["console=dot"]`;

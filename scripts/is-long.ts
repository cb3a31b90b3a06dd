/** Whether slow tests run in full (`npm run test:long`). In `npm test`, they run a sample. */
export const IS_LONG = process.env.TESTPOINT_LONG !== undefined;

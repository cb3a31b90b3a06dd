/** Whether tests run whole (`npm run test:long`). In `npm test`, the slow ones run a sample. */
export const IS_LONG = process.env.TESTPOINT_LONG !== undefined;

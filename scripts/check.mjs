// `npm run check`: everything that can be checked from source, without a build. The unit tests run alongside the rest.
import { checks, runLanes } from './steps.mjs';

const unitTests = ['unit tests', 'vitest run --project unit --reporter=dot'];

process.exitCode = (await runLanes([unitTests], ...checks)) ? 0 : 1;

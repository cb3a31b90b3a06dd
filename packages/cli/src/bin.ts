#!/usr/bin/env node
import { run } from './program.js';

// A reader that has seen enough (`testpoint catalog | head`) is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});
process.exitCode = await run(process.argv);

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Relative to the built program, bench/dist. */
export const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));
/** The npm project that names the frameworks and the peers. */
export const PEERS = join(REPOSITORY, 'bench/peers');
/** Where that project and our packages are installed; git ignores it. */
export const INSTALLATION = join(REPOSITORY, 'bench/installed');
/** Files that are used as they are: they run in the suites' processes. */
export const FIXTURES = join(REPOSITORY, 'bench/src/suites/fixtures');

import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = fileURLToPath(import.meta.url);
/** The root, whether this runs from bench/dist or, in tests, from bench/src. */
export const REPOSITORY = HERE.slice(0, HERE.lastIndexOf(`${sep}bench${sep}`));
/** The npm project that lists the frameworks and the peers. */
export const PEERS = join(REPOSITORY, 'bench/peers');
/** The folder in which that project and our packages are installed; git ignores it. */
export const INSTALLATION = join(REPOSITORY, 'bench/installed');
/** Files that are used unchanged, because they run in the suites' processes. */
export const FIXTURES = join(REPOSITORY, 'bench/src/suites/fixtures');

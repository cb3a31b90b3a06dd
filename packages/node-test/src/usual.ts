import { spec, tap } from 'node:test/reporters';

/**
 * The reporter that Node takes if none is named: `spec`, and before Node 23 `tap` if standard output is no terminal. Node takes
 * none beside ours, so that a script names this one.
 */
const isOlder = Number.parseInt(process.versions.node, 10) < 23;

export default isOlder && !process.stdout.isTTY ? tap : spec;

import type nodeModule from 'node:module';
import type { TestApi } from '@testpoint/core/api';

/** This sandbox's instance of our code. */
type Own = TestApi & Pick<typeof import('./per-sandbox.js'), 'announceApi' | 'observe'>;
type NodeModule = Pick<typeof nodeModule, 'createRequire'>;

/** The file next to this one in the built package. */
const PER_SANDBOX = './per-sandbox.cjs';

/**
 * Each test file has a sandbox, in which every required module is compiled again and runs cold. So Node's own `require`
 * loads our code once per process, and each sandbox only creates an instance of it.
 */
export const own: Own = loaded() ?? idle();

/** Undefined outside Node, or in a version that we do not know. A suite never fails because of us. */
function loaded(): Own | undefined {
  try {
    const { createRequire } = nodesModule();
    const here = typeof __filename === 'string' ? __filename : import.meta.url;
    // The build makes a function of that module, which has this type.
    const instanceFor = createRequire(here)(PER_SANDBOX) as (sandbox: typeof globalThis) => Own | undefined;
    return instanceFor(globalThis);
  } catch {
    return undefined;
  }
}

/** Jest's own Module extends Node's. Its `require` would lead back into the sandbox. */
function nodesModule(): NodeModule {
  const module = process.getBuiltinModule('node:module');
  const above: unknown = Object.getPrototypeOf(module);
  return hasRequire(above) ? above : module;
}

function hasRequire(module: unknown): module is NodeModule {
  return typeof module === 'function' && 'createRequire' in module && typeof module.createRequire === 'function';
}

/** Runs test code without reporting, so that code shared with a browser works there too. */
function idle(): Own {
  const step = <T>(_title: string, ...rest: unknown[]): T => (rest.at(-1) as () => T)();
  const attach = async () => {};
  const nothing = () => {};
  return {
    step,
    attach,
    link: nothing,
    parameter: nothing,
    property: nothing,
    message: nothing,
    externalId: nothing,
    testCase: nothing,
    failureReason: nothing,
    announceApi: nothing,
    observe: nothing,
  };
}

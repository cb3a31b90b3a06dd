import type nodeModule from 'node:module';
import type { TestApi } from '@testpoint/core/test-api';

/** Our code as this sandbox has it. */
type Own = TestApi & Pick<typeof import('./per-sandbox.js'), 'announceApi' | 'observe'>;
type NodeModule = Pick<typeof nodeModule, 'createRequire'>;

/** As it lies beside this file in the built package. */
const PER_SANDBOX = './per-sandbox.cjs';

/**
 * Each test file has a sandbox, in which everything that it requires is compiled again and runs cold. So our code is loaded by Node's
 * own `require`, once in each process, and only makes an instance of itself for a sandbox.
 */
export const own: Own = loaded() ?? idle();

/** Undefined where there is no Node around, or not the one that we know: a suite never fails because of us. */
function loaded(): Own | undefined {
  try {
    const { createRequire } = nodesModule();
    const here = typeof __filename === 'string' ? __filename : import.meta.url;
    // Of this type by the build, which makes a function of that module.
    const instanceFor = createRequire(here)(PER_SANDBOX) as (sandbox: typeof globalThis) => Own | undefined;
    return instanceFor(globalThis);
  } catch {
    return undefined;
  }
}

/** Jest's own Module, whose `require` leads into the sandbox again, extends Node's. */
function nodesModule(): NodeModule {
  const module = process.getBuiltinModule('node:module');
  const above: unknown = Object.getPrototypeOf(module);
  return hasRequire(above) ? above : module;
}

function hasRequire(module: unknown): module is NodeModule {
  return typeof module === 'function' && 'createRequire' in module && typeof module.createRequire === 'function';
}

/** Test code runs as without us, also where it is shared with a browser. */
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

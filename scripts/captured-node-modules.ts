/** The parts of the build's plugin interface that we use. */
interface Plugin {
  name: string;
  transform: {
    order: 'pre';
    filter: { id: RegExp };
    handler(code: string, id: string): string | undefined;
  };
}

const SOURCE = /[\\/](core|jest|vitest|mocha|playwright)[\\/]src[\\/].*(?<!\.d)\.ts$/;
/** `import { a, type B } from 'node:x';`, in our formatter's style. */
const NAMED_IMPORT = /^import \{([^}]*)\} from '(node:[a-z_/]+)';$/gm;
const OTHER_IMPORT = /^import (?!type )[^{;]* from '(node:[a-z_/]+)';$/m;

/**
 * Tests stub Node's modules in the process that our code runs in. Imports are no protection: in CommonJS builds they compile
 * to a lookup at each call, and bindings of ES modules follow `syncBuiltinESMExports()`. So the build captures imported
 * values once, when the file is loaded. They come straight from Node, without the bundler's helpers or mocks of modules
 * (`jest.mock`, `vi.mock`) in between. The source contains ordinary imports.
 */
export function capturedNodeModules(): Plugin {
  return {
    name: 'captured-node-modules',
    transform: {
      order: 'pre',
      filter: { id: SOURCE },
      handler(code, id) {
        const other = OTHER_IMPORT.exec(code)?.[0];
        if (other !== undefined) throw new Error(`${id}: import names instead of the whole module: ${other}`);
        if (!code.includes("from 'node:")) return undefined;
        return code.replace(NAMED_IMPORT, (_, list: string, module: string) => captured(list, module));
      },
    },
  };
}

/** Keeps the number of lines, so that source maps and stacks stay correct. */
function captured(list: string, module: string): string {
  const names = list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const types = names.filter((name) => name.startsWith('type ')).map((name) => name.slice('type '.length));
  const values = names.filter((name) => !name.startsWith('type ')).map((name) => name.replace(' as ', ': '));
  const ofTypes = types.length === 0 ? '' : ` import type { ${types.join(', ')} } from '${module}';`;
  return `const { ${values.join(', ')} } = process.getBuiltinModule('${module}');${ofTypes}${'\n'.repeat(list.split('\n').length - 1)}`;
}

/** What of the build's plugin interface is used here. */
interface Plugin {
  name: string;
  transform: {
    order: 'pre';
    filter: { id: RegExp };
    handler(code: string, id: string): string | undefined;
  };
}

const SOURCE = /[\\/](core|jest|vitest|mocha|playwright)[\\/]src[\\/].*(?<!\.d)\.ts$/;
/** `import { a, type B } from 'node:x';`, as our formatter writes it. */
const NAMED_IMPORT = /^import \{([^}]*)\} from '(node:[a-z_/]+)';$/gm;
const OTHER_IMPORT = /^import (?!type )[^{;]* from '(node:[a-z_/]+)';$/m;

/**
 * Tests stub Node's modules in the process that our code runs in. An import is no protection: in CommonJS builds it
 * compiles to a lookup at each call, and bindings of ES modules follow `syncBuiltinESMExports()`. So the build takes what
 * is imported once, when the file is loaded, straight from Node: neither the bundler's helpers nor mocks of modules
 * (`jest.mock`, `vi.mock`) are in between. The source stays plain.
 */
export function capturedNodeModules(): Plugin {
  return {
    name: 'captured-node-modules',
    transform: {
      order: 'pre',
      filter: { id: SOURCE },
      handler(code, id) {
        const other = OTHER_IMPORT.exec(code)?.[0];
        if (other !== undefined) throw new Error(`${id}: name what you import: ${other}`);
        if (!code.includes("from 'node:")) return undefined;
        return code.replace(NAMED_IMPORT, (_, list: string, module: string) => captured(list, module));
      },
    },
  };
}

/** On as many lines as before, so that source maps and stacks stay right. */
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

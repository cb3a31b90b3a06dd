// What the build changes in our code, and in what it bundles.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { TsdownPlugin } from 'tsdown';
import { SHIELDED_NAMES } from '../packages/core/src/built-ins/shielded-names.js';
import { frameworkPackages, root } from './projects.mjs';

const SOURCE = new RegExp(String.raw`[\\/](?:core|${frameworkPackages().join('|')})[\\/]src[\\/].*(?<!\.d)\.ts$`);
/** `import { a, type B } from 'node:x';`, in our formatter's style. */
const NAMED_IMPORT = /^import \{([^}]*)\} from '(node:[a-z_/]+)';$/gm;
const OTHER_IMPORT = /^import (?!type )[^{;]* from '(node:[a-z_/]+)';$/m;

/**
 * Tests stub Node's modules in the process that our code runs in. Imports are no protection: in CommonJS builds they compile
 * to a lookup at each call, and bindings of ES modules follow `syncBuiltinESMExports()`. So the build captures imported
 * values once, when the file is loaded. They come straight from Node, without the bundler's helpers or mocks of modules
 * (`jest.mock`, `vi.mock`) in between. The source contains ordinary imports.
 */
export function capturedNodeModules(): TsdownPlugin {
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

const LOOP = /^ *for \(.*SHIELDED_NAMES.* in OBJECT\) return true;$/m;

/** Replaces the loop in core's shield with one comparison for each name; `shield.ts` says why. */
export function writtenOutShield(): TsdownPlugin {
  return {
    name: 'written-out-shield',
    transform: {
      filter: { id: /[\\/]built-ins[\\/]shield\.ts$/ },
      order: 'pre',
      handler(code) {
        if (!LOOP.test(code)) throw new Error('shield.ts has no loop over the shielded names in one line');
        return code.replace(
          LOOP,
          `if (${SHIELDED_NAMES.map((name) => `'${name}' in OBJECT`).join(' || ')}) return true;`,
        );
      },
    },
  };
}

const LATE_CHUNK = /\bimport\(("\.\/[^"?]+)"\)/g;

/**
 * Node caches a failed `import()` for as long as the process lives: a chunk that could not be read while all descriptors
 * were in use would be missing for good. Under another URL it is read again. CommonJS does not need this, because `require`
 * does not cache failures.
 */
export function reloadableChunks(): TsdownPlugin {
  return {
    name: 'reloadable-chunks',
    renderChunk(code, _chunk, { format }) {
      if (format !== 'es' || !code.includes('import("./')) return undefined;
      return code.replace(
        LATE_CHUNK,
        (first, address: string) =>
          `${first}.catch(() => import(/* @vite-ignore */ ${address}?again=" + performance.now()))`,
      );
    },
  };
}

const BEYOND_ASCII = /[^\0-\x7f]/g;

/** Escapes other characters than ASCII. V8 reads and scans a file with only one of them in two bytes for each character. */
export function asciiOnly(): TsdownPlugin {
  return {
    name: 'ascii-only',
    // Not in `renderChunk`, after which the bundler prints plain strings anew.
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === 'chunk') chunk.code = chunk.code.replace(BEYOND_ASCII, escaped);
      }
    },
  };
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

const TYPES = /\.d\.c?ts$/;

/** Drops everything but types, which tsdown does not do for CommonJS. */
export function typesOnly(): TsdownPlugin {
  return {
    name: 'types-only',
    generateBundle(_options, bundle) {
      for (const file of Object.keys(bundle)) if (!TYPES.test(file)) delete bundle[file];
    },
  };
}

/** Where `tsconfig.types.json` puts the types of each source. */
const DECLARATIONS = join(root, 'node_modules/.cache/testpoint/types');

/**
 * The types of our sources, which the bundler joins. Version 7 of the compiler makes them for all packages at once; tsdown would
 * call version 6 for each package, which takes ten times as long as everything else that it does.
 */
export function declarations(): TsdownPlugin {
  rmSync(DECLARATIONS, { recursive: true, force: true });
  execFileSync(process.execPath, ['node_modules/typescript-7/bin/tsc', '--project', 'tsconfig.types.json'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  return {
    name: 'declarations',
    load: {
      order: 'pre',
      filter: { id: /\.d\.ts$/ },
      handler(id) {
        const path = join(DECLARATIONS, relative(root, id));
        return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
      },
    },
  };
}

/** How packages are installed, and how modules are written. Each framework is tried with each layout. */
export const layouts = {
  npm: { manager: 'npm' },
  'pnpm strict': {
    manager: 'pnpm',
    files: { 'pnpm-workspace.yaml': 'hoist: false\nstrictPeerDependencies: true\nstrictDepBuilds: false\n' },
  },
  "Yarn Plug'n'Play": { manager: 'yarn', files: { '.yarnrc.yml': 'nodeLinker: pnp\n', 'yarn.lock': '' } },
  'TypeScript, CommonJS': { manager: 'npm', typescript: 'commonjs' },
  'TypeScript, ES modules': { manager: 'npm', typescript: 'esm' },
};

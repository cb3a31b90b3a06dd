// A hook of pnpm for packages that are installed from files (packForFiles in projects.mjs).
const isOurs = ([name]) => name.startsWith('@testpoint/');

exports.hooks = {
  beforePacking(manifest) {
    const { dependencies = {}, peerDependencies, ...others } = manifest;
    const entries = Object.entries(dependencies);
    return {
      ...others,
      dependencies: Object.fromEntries(entries.filter((entry) => !isOurs(entry))),
      peerDependencies: { ...peerDependencies, ...Object.fromEntries(entries.filter(isOurs)) },
    };
  },
};

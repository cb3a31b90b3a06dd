import { run } from './processes.mjs';

/**
 * Installs a package of Debian. Ends this process if that fails.
 * @param {string} what the program's name, for people
 * @param {string} otherwise how to do without it
 */
export async function installDebianPackage(name, what, otherwise) {
  console.error(`Installing ${what} …`);
  const command = `apt-get update -q && apt-get install -qy --no-install-recommends ${name}`;
  const { code } = await run(command, [], { shell: true, stdio: ['ignore', 'ignore', 'inherit'] });
  if (code === 0) return;
  console.error(`Could not install ${what}. Install it, and set ${otherwise}.`);
  process.exit(1);
}

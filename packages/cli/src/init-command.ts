import { Command, Option } from 'commander';
import { EXIT } from './failure.js';
import { example, exitCodes } from './help.js';
import type { InitOptions } from './init/init.js';

/** `testpoint init`. @param version of this package; the reporters are installed in the same */
export function initCommand(version: string): Command {
  return new Command('init')
    .description('Set this project up: install the reporters of its frameworks, and add them to their configurations.')
    .option('-y, --yes', 'apply without asking')
    .addOption(
      new Option(
        '--package-manager <name>',
        'who installs (default: by packageManager in package.json, or the lock file)',
      ).choices(['npm', 'pnpm', 'yarn', 'bun']),
    )
    .option('--root <dir>', 'folder of the suite, where package.json is')
    .addHelpText(
      'after',
      example('testpoint init', 'testpoint init --yes --package-manager pnpm') +
        exitCodes({
          ok: 'when all is set up',
          failed: 'when something is left to do by hand, installing failed, or you said no',
        }),
    )
    .action(async (options: InitOptions) => {
      // Parsers of configuration files are loaded for this command only.
      const { init } = await import('./init/init.js');
      const code = await init(options, version);
      if (code !== EXIT.ok) process.exitCode = code;
    });
}

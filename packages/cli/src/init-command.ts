import { Command, Option } from 'commander';
import { example, exitCodes } from './help.js';
import type { InitOptions } from './init/init.js';
import { invocation } from './invocation.js';

/** `testpoint init`. */
export function initCommand(): Command {
  return new Command('init')
    .description('Set up this project: install a reporter for each framework, and add it to the configuration.')
    .option('-y, --yes', 'apply without asking')
    .addOption(
      new Option(
        '--package-manager <name>',
        'package manager to install with (default: packageManager in package.json, or the lock file)',
      ).choices(['npm', 'pnpm', 'yarn', 'bun']),
    )
    .addOption(
      new Option(
        '--ci [system]',
        'also write a workflow for GitHub or a pipeline for GitLab: shards, one merged report, and delivery of what killed jobs left',
      ).choices(['github', 'gitlab']),
    )
    .addOption(new Option('--packages <dir>', 'a folder with our packages as files (npm run install-into)').hideHelp())
    .option('--root <dir>', 'the suite’s folder, with its package.json')
    .addHelpText(
      'after',
      example('testpoint init', 'testpoint init --yes --package-manager pnpm', 'testpoint init --ci github') +
        exitCodes({
          ok: 'if everything is set up',
          failed: 'if something is left to do by hand, installation failed, or you said no',
        }),
    )
    .action(async (options: InitOptions) => {
      // Only this command loads the parsers of configuration files.
      const { init } = await import('./init/init.js');
      const code = await init(options);
      invocation().exitCode ||= code;
    });
}

// For the command line: it loads nothing else of the frameworks' packages.
import { commands as cucumber } from '../../cucumber/src/commands/init.js';
import { commands as jest } from '../../jest/src/commands/init.js';
import { commands as mocha } from '../../mocha/src/commands/init.js';
import { commands as nodeTest } from '../../node-test/src/commands/init.js';
import { commands as playwright } from '../../playwright/src/commands/init.js';
import { commands as vitest } from '../../vitest/src/commands/init.js';
import type { FrameworkCommands, SuiteFramework } from './commands/commands.js';
import { type FrameworkName, frameworks } from './index.js';

export * from './commands/commands.js';
export * from './commands/config-value.js';

const byName: Readonly<Record<FrameworkName, FrameworkCommands>> = {
  playwright,
  jest,
  vitest,
  mocha,
  cucumber,
  'node-test': nodeTest,
};

export const FRAMEWORKS: readonly SuiteFramework[] = Object.entries(byName).map(([name, commands]) => ({
  ...frameworks[name as FrameworkName],
  ...commands,
  reporter: `@testpoint/${name}`,
}));

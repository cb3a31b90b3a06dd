import { posix } from 'node:path';
import type { SuiteFramework as Framework } from '@testpoint/frameworks/commands';
import type { Manifest } from './manifest.js';

type Scripts = Manifest['scripts'];

/**
 * A call of the framework that runs tests, in a script. Its arguments end where a shell starts the next command, or at a quote
 * or parenthesis around the call.
 *
 * @param scripts those that call it may themselves be called with arguments
 */
export function callOf(framework: Framework, scripts: Scripts = {}): RegExp {
  const { name, commands = name } = framework;
  const callers = Object.keys(scripts).filter((key) => callOf(framework).test(scripts[key] ?? ''));
  const names = callers.map((key) => key.replace(/[^\w:-]/g, '\\$&')).join('|');
  const byManager = callers.length === 0 ? '' : `|(?:npm|pnpm|yarn|bun)\\s+(?:run\\s+)?(?:${names})`;
  const given = /(?:(?<=[\s=])(?:"[^"]*"|'[^']*')|[^;&|\n"')])*/.source;
  return new RegExp(
    `((?:^|[\\s;&|/\\\\("'])(?:${commands}${byManager})(?:\\.[cm]?js)?(?=[\\s;&|)"']|$)(?!\\s+(?:merge-reports|bench|install|install-deps|show-report|show-trace|codegen|open)\\b))(?<given>${given})`,
    'g',
  );
}

/** The arguments of each call of the framework in the scripts, with the name of the script. */
export function callsIn(framework: Framework, scripts: Scripts): { name: string; given: string }[] {
  const call = callOf(framework, scripts);
  return Object.entries(scripts).flatMap(([name, script]) =>
    [...script.matchAll(call)].map(({ groups }) => ({ name, given: groups?.given ?? '' })),
  );
}

/** The scripts with other arguments in their calls of the framework. */
export function withArguments(framework: Framework, scripts: Scripts, change: (given: string) => string): Scripts {
  const call = callOf(framework, scripts);
  const changed = (script: string) =>
    script.replace(call, (_, command: string, given: string) => command + change(given));
  return Object.fromEntries(Object.entries(scripts).map(([name, script]) => [name, changed(script)]));
}

/** Folders in which scripts call the framework: `cd web && mocha`. */
export function foldersIn(framework: Framework, scripts: Scripts): string[] {
  const changes = Object.values(scripts).flatMap((script) => [
    ...script.matchAll(/(?:^|[;&|(]\s*)cd\s+(["']?)(?<folder>[\w@.][\w@./-]*)\1\s*&&(?<then>[^)]*)/g),
  ]);
  const found = changes.filter(({ groups }) => callOf(framework).test(groups?.then ?? ''));
  return found.map(({ groups }) => posix.join(groups?.folder ?? '.', '.').replace(/\/$/, ''));
}

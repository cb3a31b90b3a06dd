import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readArguments, USAGE } from './arguments.js';

it.each([
  [['--port', 'x', '--open'], '--port must be a number from 0 to 65535, not "x".'],
  [['--port', '65536', '--open'], '--port must be'],
  [['--prot', '1', '--open'], "Unknown option '--prot'"],
  [['extra', '--open'], 'extra'],
  [['--port', '0'], 'Pass --catalog FILE, or --open.'],
  [['--open', '--body-limit', '0'], '--body-limit must be a number of bytes (1 or more), not "0".'],
  [['--open', '--attachment-limit', '5MB'], '--attachment-limit must be a number of bytes'],
  [['--open', '--attachment-quota', '1GB'], '--attachment-quota must be a number of bytes'],
  [['--open', '--log', 'xml'], '--log must be text or json, not "xml".'],
  [['--open', '--drain-delay', '1m'], '--drain-delay must be a number of seconds from 0 to 3600, not "1m".'],
  [['--open', '--synchronous', 'off'], '--synchronous must be normal or full, not "off".'],
])('%j are refused, with the reason', (args, message) => {
  expect(() => readArguments(args)).toThrow(message);
});

it('the help names every option, and the version is that of the package', () => {
  expect(readArguments(['--help'])).toEqual({ answer: USAGE });
  const names = [
    ...readFileSync(new URL('arguments.ts', import.meta.url), 'utf8').matchAll(/^ {6}'?([a-z-]+)'?: \{ type:/gm),
  ];
  expect(names.length).toBeGreaterThan(20);
  for (const [, name] of names) expect(USAGE).toContain(`  --${name}`);
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  expect(readArguments(['--version'])).toEqual({ answer: version });
});

import { existsSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import { listAll, listReportable } from '@testpoint/core/cli';
import { pageOf } from '@testpoint/report';
import { globSync } from 'tinyglobby';
import { absolute, invocation } from './invocation.js';

/**
 * The inputs of a command as paths: a report's page stands for its folder, and an outbox for its sessions, also those that are
 * kept after delivery.
 */
export function inputPaths(inputs: readonly string[]): string[] {
  return expanded(inputs).map(reportOf).flatMap(sessionsIn);
}

function sessionsIn(path: string): string[] {
  const folder = absolute(path);
  const all = listAll(folder);
  return all.length === listReportable(folder).length ? [path] : all;
}

/** Patterns that the shell has left to the command, as cmd and PowerShell do, and other shells in quotes. */
export function expanded(inputs: readonly string[]): string[] {
  return inputs.flatMap((input) => {
    if (existsSync(absolute(input)) || !/[*?[{]/.test(input)) return [input];
    const pattern = sep === '/' ? input : input.replaceAll('\\', '/');
    const found = globSync(pattern, { cwd: invocation().folder, onlyFiles: false, expandDirectories: false });
    // One that matches nothing is named as what does not exist.
    return found.length === 0 ? [input] : found.map((path) => path.replace(/\/$/, '')).sort();
  });
}

export function reportOf(input: string): string {
  const folder = dirname(input);
  return pageOf(absolute(folder)) === absolute(input) ? folder : input;
}

import { dirname, resolve } from 'node:path';
import { pageOf } from '@testpoint/report';

/** The inputs of a command as paths: a report's page stands for its folder. */
export function inputPaths(inputs: readonly string[]): string[] {
  return inputs.map((input) => reportOf(input));
}

export function reportOf(input: string): string {
  const folder = dirname(input);
  return pageOf(resolve(folder)) === resolve(input) ? folder : input;
}

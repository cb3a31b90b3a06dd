import type { FrameworkName } from '@testpoint/frameworks';
import type { Host } from '@testpoint/frameworks/lab';
import { labs } from '@testpoint/frameworks/labs';
import { FRAMEWORK_NAMES } from '../programs.js';

/** Something unusual that the suite or its environment does. */
export interface Disturbance {
  name: string;
  env: Record<string, string>;
  /** Where standard error goes: a full disk, or a pipe without a reader. Default: the same file as standard output. */
  standardError?: 'full' | 'closed';
  /** Whether the suite is the first process in a PID namespace, like a container's command. */
  isFirstProcess?: true;
  /** Whether the suite is cut short, so that fewer results may arrive. */
  cutsShort?: true;
}

/** One way to run the suite of a framework. */
export interface DisturbedHost extends Host {
  framework: FrameworkName;
}

export const HOSTS: readonly DisturbedHost[] = FRAMEWORK_NAMES.flatMap((framework) =>
  labs[framework].chaos.hosts.map((host) => ({ ...host, framework })),
);

/** Something that happens 0, 100 or 300 milliseconds after the last test. */
const LEFTOVERS = (['throw', 'reject', 'exit'] as const).flatMap((leaves) =>
  [0, 100, 300].flatMap((after) => [leftover(leaves, after, true), leftover(leaves, after, false)]),
);

export const DISTURBANCES: readonly Disturbance[] = [
  ...LEFTOVERS,
  { name: 'standard error goes to a full disk', env: {}, standardError: 'full' },
  { name: 'standard error goes to a closed pipe', env: {}, standardError: 'closed' },
  { name: 'SIGTERM from a test', env: { SIGNALS: '1' }, cutsShort: true },
  { name: 'SIGTERM from a test to process 1', env: { SIGNALS: '1' }, isFirstProcess: true, cutsShort: true },
];

function leftover(leaves: 'throw' | 'reject' | 'exit', after: number, keeps: boolean): Disturbance {
  const name = `${leaves} ${after} ms after the last test${keeps ? '' : ', unless the process has ended'}`;
  return { name, env: { LEAVES: leaves, AFTER: `${after}`, ...(keeps && { KEEPS: '1' }) } };
}

import type { SessionHost } from '@testpoint/core/adapter';
import { execute, join } from '@testpoint/core/built-ins';

const SHARD = /(?:^|\n)--shard[=\n](\d+)\/(\d+)(?:\n|$)/;

/** The shard that a command's arguments name (`--shard 1/3`). Cucumber does not tell it to formatters. */
export function shardIn(args: readonly string[]): Pick<SessionHost, 'shard'> {
  const [, current, total] = execute(SHARD, join(args, '\n')) ?? [];
  return current === undefined ? {} : { shard: { current: Number(current), total: Number(total) } };
}

import type { ChildProcess, SpawnOptions } from 'node:child_process';

/** What a process has printed so far. */
export interface Printed {
  stdout: string;
  stderr: string;
  /** Both, in order of arrival. */
  output: string;
}

/** How a process ended. */
export interface Ended extends Printed {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface Started {
  child: ChildProcess;
  printed: Printed;
  /** Resolves when the process has ended and its output is complete. Rejects if it can't be started. */
  ended: Promise<Ended>;
}

/** Starts a program without input, and collects what it prints. */
export function start(program: string, args: readonly string[], options?: SpawnOptions): Started;

/** Starts a program and waits for its end. */
export function run(program: string, args: readonly string[], options?: SpawnOptions): Promise<Ended>;

/** Runs a program that must succeed. Resolves with its standard output. @throws an Error with everything that it printed */
export function outputOf(program: string, args: readonly string[], options?: SpawnOptions): Promise<string>;

/** The part of our environment that a suite's process gets. */
export function cleanEnvironment(): Record<string, string>;

/** The part that a user's project gets. */
export function outerEnvironment(): Record<string, string>;

/** Collects what a process prints from now on. */
export function collect(child: ChildProcess): Started;

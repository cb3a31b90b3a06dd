import { existsSync } from 'node:fs';
import { ChannelReader } from '@testpoint/core/adapter';
import { append, each } from '@testpoint/core/built-ins';
import { type AttemptData, type ChannelData, type ChannelMessage, now, type TestData } from '@testpoint/core/test-api';
import type { DeclaredProcess, DeclaredTest, SeenTest } from '../in-test/runner-types.js';

const { create } = Object;

/** How long what the setup file has sent may stay unread while a file runs, milliseconds. */
const PATIENCE = 250;

/** What setup files have observed, until the test is settled. */
export class Observed {
  readonly #directory: string;
  readonly #reader: ChannelReader;
  readonly #warn: (warning: ChannelData['warning']) => void;
  /** The tests that each process has declared. */
  readonly #processes: Record<string, DeclaredTest[] | undefined> = create(null);
  readonly #attempts: Record<string, AttemptData> = create(null);
  /** Of tests that may not end. */
  readonly #identities: Record<string, TestData> = create(null);
  #readAt = 0;

  /** @param warn receives warnings of the test API */
  constructor(directory: string, warn: (warning: ChannelData['warning']) => void) {
    this.#directory = directory;
    this.#reader = new ChannelReader(directory);
    this.#warn = warn;
  }

  /** Whether a process has loaded the setup file. Without the channel's folder, nothing can arrive. */
  knows(process: string): boolean {
    return this.#processes[process] !== undefined;
  }

  get isLost(): boolean {
    return !existsSync(this.#directory);
  }

  /** Whether it is time to read. */
  get isDue(): boolean {
    return now() - this.#readAt > PATIENCE;
  }

  read(): void {
    this.#readAt = now();
    this.#reader.read((message) => this.#take(message));
  }

  take(key: string): AttemptData | undefined {
    const attempt = this.#attempts[key];
    delete this.#attempts[key];
    if (attempt !== undefined) delete this.#identities[key];
    return attempt;
  }

  /** All tests that a process has declared, in their order. It has ended. */
  takeDeclared(process: string): readonly DeclaredTest[] {
    this.read();
    const declared = this.#processes[process] ?? [];
    if (declared.length > 0) this.#processes[process] = [];
    return declared;
  }

  /** The file that runs a test, if the setup file knows it better than Node says. */
  fileOf(key: string): string | undefined {
    this.read();
    return (this.#attempts[key]?.framework as SeenTest | undefined)?.file;
  }

  /** The identity that a test had set before its process ended. */
  identityOf(key: string): TestData | undefined {
    return this.#identities[key];
  }

  #take({ kind, data }: ChannelMessage): void {
    if (kind === 'file') this.#declare(data as DeclaredProcess);
    else if (kind === 'attempt') this.#attempts[data.key] = data;
    else if (kind === 'identity') this.#identities[data.key] = data.test;
    else if (kind === 'afterAll') append(this.#attempts[data.key]?.teardown ?? [], data.hook);
    else if (kind === 'warning') this.#warn(data);
  }

  #declare({ process, tests = [] }: DeclaredProcess): void {
    const known = this.#processes[process] ?? [];
    each(tests, (one) => append(known, one));
    this.#processes[process] = known;
  }
}

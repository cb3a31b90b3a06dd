import { expect, it } from 'vitest';
import {
  BEGIN,
  SECRET_KEY,
  sampleAttempt,
  sampleMapping,
  sampleRecord,
  sampleStep,
} from '../../test/samples/mapping-sample.js';
import type { TestRecord } from '../model.js';
import { identify } from './external-id.js';
import { type MappingSettings, prepareMapping } from './mapping.js';
import { toResult } from './to-result.js';

it('a record is mapped the same when a test has broken every built-in', () => {
  const settings: Partial<MappingSettings> = {
    redact: [/at \w+/g],
    failureReasons: [{ pattern: /boom/, reason: 'ProductDefect' }],
  };
  const record = busyRecord();
  const untouched = toResult(record, sampleMapping({ ...settings, newGuid: guids() }));
  const mapping = sampleMapping({ ...settings, newGuid: guids() });
  const hashing = sampleMapping({ externalId: 'hash' });
  const hash = identify(record, hashing, []);

  const broken = withBrokenBuiltIns(() => ({ mapped: toResult(record, mapping), hash: identify(record, hashing, []) }));

  expect(broken.mapped).toEqual(untouched);
  expect(broken.hash).toBe(hash);
});

it('attachments get random placeholders when a test has broken every built-in', () => {
  const { newGuid: _ours, ...settings } = sampleMapping().settings;
  const mapping = prepareMapping(settings, 'mocha');
  const attempts = [sampleAttempt({ attachments: [{ name: 'a', body: 'a' }] })];
  const { body } = withBrokenBuiltIns(() => toResult(sampleRecord({ attempts }), mapping));
  expect(body.attachments).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)]);
});

/** Goes through every part of the mapping. */
function busyRecord(): TestRecord {
  const error = { message: '\u001b[31mboom\u001b[39m', stack: 'Error: boom\n    at a.ts:1' };
  const step = sampleStep('pays', {
    startedAt: BEGIN,
    endedAt: BEGIN + 1500,
    error,
    parameters: { amount: 12, list: [1, { a: new Map([['k', 1n]]) }, new Set([1])], when: undefined },
    attachments: [
      { name: 'a', body: `k ${SECRET_KEY}` },
      { name: 'b', missing: 'gone' },
    ],
    steps: [sampleStep('clicks')],
  });
  let deep = sampleStep('bottom');
  for (let level = 0; level < 20; level++) deep = sampleStep(`level ${level}`, { steps: [deep] });
  const errors = [error, { message: 'more' }];
  const attempt = sampleAttempt({ status: 'failed', startedAt: BEGIN, errors, setup: [step], body: [deep] });
  return sampleRecord({
    status: 'failed',
    project: 'chromium',
    attempts: [attempt, attempt],
    message: 'é'.repeat(70_000),
    links: [{ url: 'https://a.example' }, { url: './b', type: 'Requirement' }],
    failureReason: 'Bug',
  });
}

function guids(): () => string {
  let last = 0;
  return () => `guid ${++last}`;
}

/** Captured before anything is broken. The code below loops by index. */
const { defineProperty, getOwnPropertyDescriptor } = Object;
const { ownKeys } = Reflect;

interface Broken {
  target: object;
  key: PropertyKey;
  descriptor: PropertyDescriptor;
}

function withBrokenBuiltIns<T>(action: () => T): T {
  const broken: Broken[] = [];
  const classes = [Array, String, Map, Set, RegExp, Date, Number, Boolean, Symbol, BigInt, Error, Function, Object];
  const namespaces = [JSON, Math, Reflect, Object, Array, Number, String, Date, Buffer, ArrayBuffer];
  const targets: object[] = [...classes.map(({ prototype }) => prototype), ...namespaces, TextDecoder.prototype];
  const globals = ['Date', 'JSON', 'Math', 'String', 'Number', 'Reflect', 'RegExp', 'TextDecoder', 'Buffer', 'crypto'];
  try {
    for (let index = 0; index < targets.length; index++) breakMethods(targets[index] ?? {}, broken);
    for (let index = 0; index < globals.length; index++)
      breakMember(globalThis, globals[index] ?? '', undefined, broken);
    return action();
  } finally {
    for (let index = broken.length - 1; index >= 0; index--) {
      const one = broken[index];
      if (one !== undefined) defineProperty(one.target, one.key, one.descriptor);
    }
  }
}

function breakMethods(target: object, broken: Broken[]): void {
  const keys = ownKeys(target);
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] ?? '';
    const isMethod = typeof getOwnPropertyDescriptor(target, key)?.value === 'function';
    if (isMethod && key !== 'constructor' && key !== 'prototype') breakMember(target, key, raise, broken);
  }
}

function breakMember(target: object, key: PropertyKey, value: unknown, broken: Broken[]): void {
  const descriptor = getOwnPropertyDescriptor(target, key);
  if (descriptor?.configurable !== true) return;
  broken[broken.length] = { target, key, descriptor };
  defineProperty(target, key, {
    value,
    configurable: true,
    writable: true,
    enumerable: descriptor.enumerable ?? false,
  });
}

function raise(): never {
  throw new Error('a test has broken this');
}

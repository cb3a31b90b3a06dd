import { describe, expect, it } from 'vitest';
import { isLoopback, loopbackHosts } from './hosts.js';

it.each([
  ['127.0.0.1', true],
  ['127.255.0.3', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['0.0.0.0', false],
  ['::', false],
  ['192.168.0.1', false],
  ['128.0.0.1', false],
  ['localhost', false],
  ['', false],
])('the address %s is loopback: %s', (address, expected) => expect(isLoopback(address)).toBe(expected));

describe('a server on loopback', () => {
  const answersTo = loopbackHosts(['tms.example', 'Build-Box']);

  it.each([
    'localhost',
    'LocalHost:7357',
    'localhost.',
    'tms.localhost:80',
    '127.0.0.1:7357',
    '127.1.2.3',
    '[::1]:7357',
    '[::1]',
    '::1',
    'tms.example:8080',
    'TMS.EXAMPLE',
    'build-box',
  ])('answers to %s', (host) => expect(answersTo(host)).toBe(true));

  it.each([
    '',
    'evil.example',
    'evil.example:7357',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'notlocalhost',
    'x.tms.example',
    '192.168.0.1:7357',
    '[::2]:7357',
    'localhost:7357:80',
    'localhost@evil.example',
  ])('does not answer to %j', (host) => expect(answersTo(host)).toBe(false));
});

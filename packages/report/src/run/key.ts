import { hash } from 'node:crypto';
import { KEY_LENGTH } from '../format.js';

/**
 * Identifies a test in every report, whatever else is in it: its attempts, environments and runs share the key.
 * @param id external id, as shown
 * @param project of the framework; empty for none
 * @param number from 0, among the tests of a session that have the same id and project, in declaration order
 */
export function testKey(id: string, project = '', number = 0): string {
  return digest(number === 0 ? `${project}\n${id}` : `${project}\n${id}\n${number}`);
}

/** Identifies a cause of failures in every report. */
export function causeKey(cause: string): string {
  return digest(cause);
}

/** 60 bits: among 300,000 tests, two have the same one once in 25 million reports. */
function digest(text: string): string {
  return hash('sha1', text, 'base64url').slice(0, KEY_LENGTH);
}

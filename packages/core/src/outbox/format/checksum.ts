import { crc32 } from 'node:zlib';
import { hexOf } from '../../built-ins/language.js';

const CHECKSUM = ',"crc":"';
/** A checksum's member, with the end of the object. */
const MEMBER = /,"crc":"[\da-f]{8}"\}/;
/** Number of bytes from the checksum's member to the end of the object. */
const LENGTH = CHECKSUM.length + 8 + '"}'.length;

/**
 * A JSON object with a CRC-32 of its text as the last member, always 18 bytes long.
 * @param open the object's text without its closing brace
 */
export function withChecksum(open: string): string {
  return `${open}${memberOf(crc32(open))}`;
}

/** Position of the checksum's member in the object from `start` to `end`; -1 if it is missing or wrong. */
export function checkedEnd(bytes: Buffer, start: number, end: number): number {
  const at = end - LENGTH;
  if (at <= start) return -1;
  // Texts are compared at once. A loop over bytes would keep V8's optimizing compiler busy during a short run.
  return bytes.toString('latin1', at, end) === memberOf(crc32(bytes.subarray(start, at))) ? at : -1;
}

/** Whether there is a checksum member anywhere from `start` to `end`, right or wrong. */
export function hasChecksum(bytes: Buffer, start: number, end: number): boolean {
  return MEMBER.test(bytes.toString('latin1', start, end));
}

function memberOf(crc: number): string {
  return `${CHECKSUM}${hexOf(crc)}"}`;
}

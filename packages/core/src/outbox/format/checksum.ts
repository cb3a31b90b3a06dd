import { crc32 } from 'node:zlib';

const CHECKSUM = ',"crc":"';
const CHECKSUM_BYTES = Buffer.from(CHECKSUM);
const DIGITS = 8;
const CLOSING = Buffer.from('"}');
/** Number of bytes from the checksum's member to the end of the object. */
const LENGTH = CHECKSUM.length + DIGITS + CLOSING.length;
/** Every byte as two hexadecimal digits, so that no method of Number is called for each line. */
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/**
 * A JSON object with a CRC-32 of its text as the last member, always 18 bytes long.
 * @param open the object's text without its closing brace
 */
export function withChecksum(open: string): string {
  const crc = crc32(open);
  const digits = `${HEX[crc >>> 24]}${HEX[(crc >>> 16) & 255]}${HEX[(crc >>> 8) & 255]}${HEX[crc & 255]}`;
  return `${open}${CHECKSUM}${digits}"}`;
}

/** Position of the checksum's member in the object from `start` to `end`; -1 if it is missing or wrong. */
export function checkedEnd(bytes: Buffer, start: number, end: number): number {
  const at = end - LENGTH;
  if (at <= start || !isMember(bytes, at)) return -1;
  return crc32(bytes.subarray(start, at)) === checksumAt(bytes, at) ? at : -1;
}

/** Whether there is a checksum member anywhere from `start` to `end`, right or wrong. */
export function hasChecksum(bytes: Buffer, start: number, end: number): boolean {
  for (let at = bytes.indexOf(CHECKSUM_BYTES, start); at >= 0 && at + LENGTH <= end; ) {
    if (isMember(bytes, at)) return true;
    at = bytes.indexOf(CHECKSUM_BYTES, at + 1);
  }
  return false;
}

function isMember(bytes: Buffer, at: number): boolean {
  for (let index = 0; index < CHECKSUM.length; index++) {
    if (bytes[at + index] !== CHECKSUM_BYTES[index]) return false;
  }
  return bytes[at + LENGTH - 2] === CLOSING[0] && bytes[at + LENGTH - 1] === CLOSING[1];
}

/** -1 if they are not digits. */
function checksumAt(bytes: Buffer, at: number): number {
  let value = 0;
  for (let index = at + CHECKSUM.length; index < at + CHECKSUM.length + DIGITS; index++) {
    const byte = bytes[index] ?? 0;
    const isDigit = byte >= 0x30 && byte <= 0x39;
    if (!isDigit && (byte < 0x61 || byte > 0x66)) return -1;
    value = value * 16 + byte - (isDigit ? 0x30 : 0x57);
  }
  return value;
}

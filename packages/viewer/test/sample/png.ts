import { crc32, deflateSync } from 'node:zlib';

export type Color = readonly [red: number, green: number, blue: number];
export type Box = readonly [x: number, y: number, width: number, height: number, color: Color];

/** A PNG picture of boxes on a background. */
export function picture(width: number, height: number, ground: Color, boxes: readonly Box[]): Buffer {
  const stride = width * 3 + 1;
  const pixels = Buffer.alloc(stride * height);
  const fill = ([x, y, wide, high, color]: Box) => {
    for (let row = y; row < Math.min(y + high, height); row++) {
      for (let column = x; column < Math.min(x + wide, width); column++) {
        pixels.set(color, row * stride + 1 + column * 3);
      }
    }
  };
  fill([0, 0, width, height, ground]);
  for (const box of boxes) fill(box);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    block('IHDR', header),
    block('IDAT', deflateSync(pixels)),
    block('IEND', Buffer.alloc(0)),
  ]);
}

function block(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(content.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

import { type Box, type Color, picture } from './png.js';

/** A picture that looks like a page of the shop. */
export function shopPicture(accent: Color = [59, 91, 219]): Buffer {
  const boxes: Box[] = [
    [0, 0, 960, 56, [33, 37, 41]],
    [24, 18, 120, 20, [255, 255, 255]],
    [780, 14, 156, 28, accent],
  ];
  for (let index = 0; index < 3; index++) {
    const x = 24 + index * 312;
    boxes.push(
      [x, 88, 288, 300, [255, 255, 255]],
      [x + 16, 104, 256, 180, [222 - index * 12, 226, 230]],
      [x + 16, 300, 180, 14, [73, 80, 87]],
      [x + 16, 326, 90, 14, accent],
      [x + 200, 350, 72, 24, accent],
    );
  }
  boxes.push(
    [24, 420, 912, 2, [206, 212, 218]],
    [24, 446, 420, 14, [134, 142, 150]],
    [24, 474, 320, 14, [173, 181, 189]],
  );
  return picture(960, 540, [241, 243, 245], boxes);
}

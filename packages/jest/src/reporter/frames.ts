/** A frame of Jest or another runner, of our setup file, or of Node between them. */
const RUNNERS_FRAME =
  /^\s+at (?:.*[\\/](?:jest(?:-[^\\/]*)?|@jest[\\/][^\\/]+|emittery)[\\/](?:build[\\/]|dist[\\/]|index\.js)|.*[\\/]node_modules[\\/](?:jest-light-runner|tinypool|pirates)[\\/]|.*\(?node:internal[\\/]|.*AsyncLocalStorage\.run |new Promise \(<anonymous>\)|Array\.map \(<anonymous>\))/;

/** Removes the frames that never contain the cause. */
export function withoutRunnersFrames(stack: string): string {
  const lines = stack.split('\n');
  return lines.filter((line) => !RUNNERS_FRAME.test(line)).join('\n');
}

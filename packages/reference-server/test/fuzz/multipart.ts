import fc from 'fast-check';

/** Generates bodies of uploads: mostly one file, with all kinds of headers and content. */
export function multipartBodies(): fc.Arbitrary<{ type: string; body: Uint8Array }> {
  const parts = fc.oneof(
    { weight: 5, arbitrary: part().map((one) => [one]) },
    { weight: 1, arbitrary: fc.array(part(), { maxLength: 4 }) },
  );
  const boundaries = fc.constantFrom('b', '----boundary', 'a'.repeat(70));
  return fc.tuple(boundaries, parts, fc.constantFrom('--\r\n', '--', '', '\r\n')).map(([boundary, parts, end]) => ({
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([
      ...parts.flatMap((part) => [Buffer.from(`--${boundary}\r\n`), part, Buffer.from('\r\n')]),
      Buffer.from(`--${boundary}${end}`),
    ]),
  }));
}

function part(): fc.Arbitrary<Buffer> {
  const names = fc.oneof({ weight: 8, arbitrary: fc.constant('name="file"') }, fc.constantFrom(...NAMES));
  const fileNames = fc.oneof(
    fc.constantFrom(...FILE_NAMES),
    fc.string({ unit: 'binary' }).map((name) => `; filename="${name.toWellFormed().replaceAll(/["\r\n\\]/g, '')}"`),
  );
  const types = fc.constantFrom(
    'image/png',
    'application/octet-stream',
    'text/plain; charset=utf-16',
    '',
    'x',
    undefined,
  );
  const contents = fc.oneof(
    { weight: 8, arbitrary: fc.uint8Array({ maxLength: 200 }) },
    { weight: 1, arbitrary: fc.constantFrom(new Uint8Array(20_000), new Uint8Array(20_001), new Uint8Array(90_000)) },
  );
  return fc.tuple(names, fileNames, types, contents).map(([name, fileName, type, content]) => {
    const lines = [`Content-Disposition: form-data; ${name}${fileName}`];
    if (type !== undefined) lines.push(`Content-Type: ${type}`);
    return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), content]);
  });
}

const NAMES = ['name="other"', 'name=""', 'name="__proto__"', 'name="constructor"', 'name=file', 'x', ''];
const FILE_NAMES = [
  ...['; filename="a.png"', '', '; filename=""', "; filename*=UTF-8''%D0%BE", '; filename="../../x"', '; filename=x'],
  ...['; filename="C:\\\\x\\\\y.txt"', '; filename="\0"', '; filename="a";filename="b"', '; filename*=UTF-8%ff'],
];

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

// Node has no JSON reporter. Writes what Node says of each test, in the order of its report.
export default async function* jsonReporter(source) {
  const tests = [];
  const path = [];
  for await (const { type, data } of source) {
    // A test asks whether Node knows of everything before it.
    if (type === 'test:stdout' && data.message.includes('settle\n'))
      writeFileSync(join(process.env.CONFORMANCE_FOLDER, 'settled.word'), '');
    if (type === 'test:start') path.splice(data.nesting, path.length, data.name);
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const { details = {}, nesting, name, file, entryFile, skip, todo } = data;
    if (details.type === 'suite' || details.passed_on_attempt !== undefined) continue;
    if (skip === 'test name does not match pattern' || skip === "'only' option not set") continue;
    const { error } = details;
    const thrown = error?.cause;
    const titles = [...path.slice(0, nesting), name];
    tests.push({
      file: entryFile ?? file,
      titles,
      title: name,
      status: type,
      skip,
      todo,
      failureType: error?.failureType,
      duration: details.duration_ms,
      error: error && [thrown?.message ?? error.message, thrown?.stack].filter(Boolean).join('\n'),
    });
  }
  yield JSON.stringify(tests);
}

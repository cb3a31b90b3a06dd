// A suite in its own process in which every text contains secrets. Its argument has its folder and reporter options.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSession } from '@testpoint/core/adapter';

const { idRoot, options, secrets, inTitles } = JSON.parse(Buffer.from(process.argv[2], 'base64').toString());
const session = openSession({ framework: { name: 'secretive' }, frameworkVersion: '1', idRoot, options });
const text = (where) => `${where}: ${secrets.join(' and ')}.`;
const times = { startedAt: Date.now(), endedAt: Date.now() + 1 };
const log = join(idRoot, 'log.txt');
writeFileSync(log, text('log'), { mode: 0o644 });

const step = (title) => ({
  ...times,
  title: text(title),
  description: text('description'),
  status: 'failed',
  error: { message: text('step error'), stack: text('step stack') },
  parameters: { [text('name')]: text('value'), nested: { deep: [text('deep')] } },
  attachments: [{ name: text('step attachment'), contentType: 'text/plain', body: text('step content') }],
});
session.record({
  // Path ids are sent as they are: only a report masks them.
  ...(!inTitles && { externalId: 'KEEPS-1' }),
  file: text('file'),
  titlePath: [text('describe'), text('title')],
  status: 'failed',
  reason: text('reason'),
  message: text('message'),
  parameters: { parameter: text('parameter') },
  properties: { property: text('property') },
  links: [{ url: `https://example.org/?q=${secrets[0]}`, title: text('link'), description: text('of a link') }],
  attempts: [1, 2].map(() => ({
    ...times,
    status: 'failed',
    errors: [
      {
        message: text('error'),
        stack: text('stack'),
        expected: text('expected'),
        actual: text('actual'),
        codeFrame: text('code frame'),
        location: { file: text('place'), line: 1 },
      },
    ],
    setup: [step('setup')],
    body: [{ ...step('outer'), steps: [step('inner')] }],
    teardown: [step('teardown')],
    attachments: [
      { name: text('content'), contentType: 'text/plain', body: text('body') },
      { name: text('file'), contentType: 'text/plain; charset=utf-8', path: log },
    ],
  })),
});
session.problem(text('problem'), text('detail'));

const child = spawnSync(process.execPath, ['-p', 'JSON.stringify(process.env)'], { encoding: 'utf8' });
process.stdout.write(JSON.stringify({ child: child.stdout, own: process.env, argv: process.argv.slice(0, 2) }));
session.close();

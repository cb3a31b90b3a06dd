import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const packageFolder = fileURLToPath(new URL('..', import.meta.url));
const root = join(packageFolder, '..', '..');
const docker = join(packageFolder, 'docker');
const read = (...path: string[]) => readFileSync(join(...path), 'utf8');
const dockerfile = read(docker, 'Dockerfile');
const compose = read(docker, 'compose.yaml');
const proxy = read(docker, 'haproxy.cfg');
const manifest = JSON.parse(read(packageFolder, 'package.json'));

const allOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);

it('the container files name files and programs that exist', () => {
  for (const folder of allOf(dockerfile, /--filter \.\/(\S+)/g)) {
    expect(existsSync(join(root, folder, 'package.json')), folder).toBe(true);
  }
  for (const script of allOf(dockerfile, /RUN node (\S+)/g)) expect(existsSync(join(root, script)), script).toBe(true);
  expect(dockerfile).toContain(`/node_modules/${manifest.name}/${manifest.bin['testpoint-server'].slice(2)}"`);
  const [context = '', file = ''] = [...allOf(compose, /context: (\S+)/g), ...allOf(compose, /dockerfile: (\S+)/g)];
  expect(existsSync(join(docker, context, file))).toBe(true);
  for (const mounted of allOf(compose, /- \.\/([^:]+):/g))
    expect(existsSync(join(docker, mounted)), mounted).toBe(true);
});

it('the container uses the package manager of the repository, and installs all optional packages', () => {
  const [packageManager] = allOf(read(root, 'scripts', 'projects.mjs'), /PACKAGE_MANAGER = '(.+)'/g);
  expect(allOf(dockerfile, /npx --yes (\S+)/g)).toEqual([packageManager]);
  const [installed = ''] = allOf(dockerfile, /npm install .*\.tgz (.*?) \\/g);
  expect(installed.split(' ').sort()).toEqual(Object.keys(manifest.peerDependencies).sort());
});

it('the servers get existing options, and listen where requests are sent', () => {
  const { stdout } = spawnSync(process.execPath, [join(packageFolder, 'dist', 'bin.js'), '--help'], {
    encoding: 'utf8',
  });
  const options = [...allOf(compose, /^ {4}- (--\S+)/gm), ...allOf(dockerfile, /"(--[a-z]+)"/g)];
  expect(options).toContain('--database');
  for (const option of options) expect(stdout).toContain(`  ${option}`);
  const [port] = allOf(stdout, /--port .*\((\d+)\)/g);
  for (const text of [dockerfile, compose, proxy]) expect(text).toContain(`:${port}`);
  const servers = allOf(compose, /^ {2}(\S+): \*server$/gm);
  expect(allOf(proxy, /^ {2}server \S+ (\S+):\d+$/gm)).toEqual(servers);
});

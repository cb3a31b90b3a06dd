import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { outputOf } from '../processes.mjs';

/** In the past, because package managers may ignore versions that have just been published. */
const PUBLISHED = '2020-01-01T00:00:00.000Z';

/**
 * A registry on this machine with the packed packages of a folder, which redirects all other requests.
 * @param {string} folder with tarballs
 * @param {string} elsewhere address of the other registry
 * @returns {Promise<{ url: string, close(): Promise<void> }>}
 */
export async function startRegistry(folder, elsewhere) {
  const packages = new Map();
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.tgz'))) {
    const manifest = JSON.parse(await outputOf('tar', ['-xOf', file, 'package/package.json'], { cwd: folder }));
    packages.set(manifest.name, { file, manifest, bytes: readFileSync(join(folder, file)) });
  }
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname).slice(1);
    const tarball = [...packages.values()].find(({ file }) => path === `tarballs/${file}`);
    if (tarball !== undefined) {
      response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(tarball.bytes);
    } else if (packages.has(path)) {
      const body = JSON.stringify(packument(packages.get(path), url));
      response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    } else {
      response.writeHead(302, { location: new URL(request.url ?? '/', elsewhere).href }).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const url = `http://127.0.0.1:${server.address().port}`;
  return {
    url,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function packument({ file, manifest, bytes }, url) {
  const { name, version } = manifest;
  const dist = {
    tarball: `${url}/tarballs/${file}`,
    shasum: createHash('sha1').update(bytes).digest('hex'),
    integrity: `sha512-${createHash('sha512').update(bytes).digest('base64')}`,
  };
  return {
    name,
    'dist-tags': { latest: version },
    versions: { [version]: { ...manifest, _id: `${name}@${version}`, dist } },
    time: { created: PUBLISHED, modified: PUBLISHED, [version]: PUBLISHED },
  };
}

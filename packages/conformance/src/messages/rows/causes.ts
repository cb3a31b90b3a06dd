import type { RequestListener } from 'node:http';
import { FRAMEWORKS, type Framework, folderOf, ownFolder, programOf } from '../../columns/column.js';
import type { Environment } from '../bench.js';
import type { Cause } from '../scenario.js';

export const GUID = '0f8fad5b-d9cb-469f-a165-70867728950e';
export const UNREACHABLE = { TMS_URL: 'http://127.0.0.1:9' };
export const NO_RUN =
  'The service has no such run (HTTP 404): check testRunId (TMS_TEST_RUN_ID) and the url (TMS_URL).';
export const WRONG_KEY =
  'The service does not accept the credentials (HTTP 401): check TMS_SECRET_KEY and TMS_USER_NAME. The service says: …';

type Files = Record<string, string>;

/** A suite of two tests that reports to the reference server. */
export function suite(env: Environment, files: Files = {}): Cause {
  return (bench) => bench.suite(2, { env, files });
}

/** A suite of two tests that reports into a given run, to a service with scripted answers. */
export function against(answer: RequestListener, env: Environment = GIVEN_RUN): Cause {
  return async (bench) => bench.suite(2, { env: { ...env, TMS_URL: await bench.service(answer) } });
}

/** The same answer to every request. */
export const always =
  (status: number, headers: Record<string, string> = {}, body = '{}'): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, headers).end(body);

/** A framework in a folder with these files and all of our packages. */
export function running(framework: Framework, words: string, files: Files): Cause {
  const { name } = FRAMEWORKS[framework];
  const ours = Object.keys(FRAMEWORKS).map((one) => [`@testpoint/${one}`, ownFolder(one as Framework)]);
  const place = {
    files: { 'package.json': '{}', ...files },
    links: { ...Object.fromEntries(ours), [name]: folderOf(name, framework) },
    env: { TMS_CREATE_RUN: '0', TMS_TEST_POINTS: '' },
  };
  return (bench) => bench.node([programOf(framework), ...words.split(' ')], place);
}

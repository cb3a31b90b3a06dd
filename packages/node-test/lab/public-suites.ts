import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { PublicSuites } from '@testpoint/frameworks/lab';
import { jsonReport, OURS } from './report.js';

type Suite = PublicSuites['suites'][number];

const FASTIFY = 'fastify@5.12.8';

/** @param needs dependencies of its tests */
function suite(source: string, needs: readonly string[]): Suite {
  const name = source.slice(0, source.lastIndexOf('@'));
  return { name, source, needs, runs: (folder) => [testFiles(folder)] };
}

/** In Node 20 and 22, a report does not say which file a test is of if a helper declares it: two suites need Node 24. */
export const publicSuites: PublicSuites = {
  version: process.versions.node,
  bare: (file) => jsonReport(file),
  ours: (file) => [...OURS, ...jsonReport(file)],
  suites: [
    suite(FASTIFY, [
      ...['ajv@8.20.0', 'ajv-errors@3.0.0', 'ajv-formats@3.0.1', 'ajv-i18n@4.2.0', 'ajv-merge-patch@5.0.1'],
      ...['eslint@9.9.1', 'fast-json-body@1.1.0', 'fastify-plugin@6.0.1', 'fluent-json-schema@6.0.1', 'h2url@0.2.0'],
      ...['http-errors@2.0.1', 'joi@18.3.2', 'JSONStream@1.3.5', 'node-forge@1.4.3', 'proxyquire@2.1.3'],
      ...['split2@4.2.0', 'undici@7.30.2', 'vary@1.1.2', 'yup@1.7.0'],
    ]),
    suite('fast-json-stringify@7.3.10', ['typebox@1.0.81', 'webpack@5.104.1']),
    suite('find-my-way@9.10.2', ['proxyquire@2.1.3', 'rfdc@1.4.1']),
    suite('pino@10.4.0', [
      ...['@matteo.collina/tspl@0.2.0', 'execa@5.1.1', 'flush-write-stream@2.0.0', 'import-fresh@3.3.1'],
      ...['proxyquire@2.1.3', 'rimraf@6.1.4', 'split2@4.2.0', 'strip-ansi@6.0.1', 'tape@5.9.0'],
    ]),
    suite('@fastify/static@10.1.11', [
      ...['@fastify/compress@9.2.0', 'concat-stream@2.0.0', FASTIFY, 'pino@10.4.0', 'proxyquire@2.1.3'],
    ]),
    suite('avvio@9.3.1', []),
    suite('fluent-json-schema@6.0.1', ['ajv@8.20.0', 'ajv-formats@3.0.1', 'lodash.merge@4.6.2']),
    suite('pino-pretty@13.2.0', [...['@jsumners/assert-match@1.0.0', 'pino@10.4.0', 'rimraf@6.1.4', 'semver@7.8.6']]),
    suite('@fastify/swagger@9.9.3', [
      ...['@apidevtools/swagger-parser@13.1.0', '@fastify/cookie@11.1.5', FASTIFY, 'fluent-json-schema@6.0.1'],
      ...['joi@17.13.9', 'joi-to-json@5.0.5'],
    ]),
    suite('@fastify/send@4.2.1', ['supertest@7.0.0']),
    suite('light-my-request@6.8.1', [
      ...['@fastify/ajv-compiler@4.0.5', 'end-of-stream@1.4.5', 'express@5.2.1', 'form-auto-content@3.2.1'],
      ...['form-data@4.0.5', 'formdata-node@6.0.3', 'multer@2.0.2', 'undici@7.18.2'],
    ]),
    suite('@fastify/busboy@3.2.6', []),
  ],
};

/** Node 20 takes no patterns. */
function testFiles(folder: string): string[] {
  return readdirSync(join(folder, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.test\.[cm]?js$/.test(name))
    .map((name) => join('test', name))
    .sort();
}

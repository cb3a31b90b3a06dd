/** What servers of the first formats wrote: a run of two autotests with three results in one body, as the columns of their tables. */
export const RUN = '5f0d9a0e-6f0e-4c7b-9d7e-0c5b8f3c7a10';
const ATTACHMENT = 'aaaaaaaa-6f0e-4c7b-9d7e-0c5b8f3c7a10';
const CONFIGURATION = '00000000-0000-4000-8000-000000000001';
const IDS = ['1', '2', '3'].map((digit) => `${digit.repeat(8)}-0000-4000-8000-000000000000`);
const BODIES = [
  {
    configurationId: CONFIGURATION,
    autoTestExternalId: 'a',
    outcome: 'Failed',
    message: 'It\'s "wrong"',
    startedOn: '2026-01-31T12:00:00.000Z',
    completedOn: '2026-01-31T12:00:01.500Z',
    properties: { branch: 'main', commit: 'abc', jobUrl: 'https://ci.example.org/1' },
    stepResults: [{ title: 'step', stepResults: [{ attachments: [{ id: ATTACHMENT.toUpperCase() }] }] }],
  },
  {
    configurationId: CONFIGURATION,
    autoTestExternalId: 'b',
    outcome: 'Passed',
    duration: 2,
    parameters: { attempts: '3' },
  },
  { configurationId: CONFIGURATION, autoTestExternalId: 'a', outcome: 'Passed', startedOn: '2026-01-31T12:01:00.000Z' },
];
const WEIGHTS = [5, 1, 1];
const AUTO_TESTS = [1, 2, 1];
const texts = BODIES.map((body) => JSON.stringify(body));
const json = `[${texts.join(',')}]`;

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
const rowsOfResults = texts.map((text, index) => {
  const start = Buffer.byteLength(json.slice(0, json.indexOf(text)));
  return `(1, ${index + 1}, '${IDS[index]}', ${AUTO_TESTS[index]}, ${WEIGHTS[index]}, 1, ${start}, ${Buffer.byteLength(text)})`;
});

/** Insert statements for SQLite's format 4, or for PostgreSQL's version 3 with the schema and names that it has. */
export function formerRows(kind: 'sqlite' | 'postgres', nameOf: (configuration: string, id: string) => string): string {
  const schema = kind === 'postgres' ? 'testpoint.' : '';
  const names = (id: string) => (kind === 'postgres' ? `, '${nameOf(CONFIGURATION, id)}'` : '');
  const name = kind === 'postgres' ? ', name' : '';
  const system = kind === 'postgres' ? 'OVERRIDING SYSTEM VALUE ' : '';
  return `
    INSERT INTO ${schema}runs (key, id, status, created_on, auto_tests, results, passed)
      ${system}VALUES (1, '${RUN}', 'In progress', '2026-01-31T12:00:00.000Z', 2, 3, 2);
    INSERT INTO ${schema}test_points (run, number, configuration_id, weight)
      VALUES (1, 1, '${CONFIGURATION}', 1), (1, 2, '${CONFIGURATION}', 1);
    INSERT INTO ${schema}auto_tests (run, number, configuration_id, external_id, weight, result${name})
      VALUES (1, 1, '${CONFIGURATION}', '"a"', 1, 3${names('a')}), (1, 2, '${CONFIGURATION}', '"b"', 1, 2${names('b')});
    INSERT INTO ${schema}point_auto_tests (run, auto_test, point) VALUES (1, 1, 1), (1, 2, 2);
    ${
      kind === 'postgres'
        ? `INSERT INTO testpoint.bodies (key, operation, received_on, json)
             OVERRIDING SYSTEM VALUE VALUES (1, 'addResults', '2026-01-31T12:02:00.000Z', convert_to(${quoted(json)}, 'UTF8'));`
        : `INSERT INTO bodies (key, operation, received_on) VALUES (1, 'addResults', '2026-01-31T12:02:00.000Z');
           INSERT INTO body_blocks (body, number, json) VALUES (1, 0, CAST(${quoted(json)} AS BLOB));`
    }
    INSERT INTO ${schema}results (run, number, id, auto_test, weight, body, start, length) VALUES ${rowsOfResults.join(', ')};`;
}

/** The columns of today that an upgrade fills from those bodies. */
export const FILLED = {
  results: [
    { number: 1, started: Date.UTC(2026, 0, 31, 12), duration: 1500, attempts: 1, message: '"It\'s \\"wrong\\""' },
    { number: 2, started: null, duration: 2000, attempts: 3, message: null },
    { number: 3, started: Date.UTC(2026, 0, 31, 12, 1), duration: null, attempts: 1, message: null },
  ],
  runs: [
    {
      branch: '"main"',
      commit_id: '"abc"',
      job: '"https://ci.example.org/1"',
      began: Date.UTC(2026, 0, 31, 12),
      ended: Date.UTC(2026, 0, 31, 12, 1),
    },
  ],
  attachments: [{ attachment: ATTACHMENT }],
};

export const RESULT_COLUMNS = 'number, started, duration, attempts, message';
export const RUN_COLUMNS = 'branch, commit_id, job, began, ended';

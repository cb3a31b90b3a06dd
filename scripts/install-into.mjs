// Sets up a project with the packages of this clone, until they are published: packs them, and starts `testpoint init` there, which
// copies what it installs into the project.
//
//   npm run install-into -- PATH [options of testpoint init]
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { outerEnvironment } from './processes.mjs';
import { packForFiles, startInit } from './projects.mjs';
import { workFolder } from './trials.mjs';

const USAGE = 'npm run install-into -- PATH [options of testpoint init]';

const [path = '', ...options] = process.argv.slice(2);
// npm changes to the folder of its package.json.
const project = resolve(process.env.INIT_CWD ?? '.', path);
const problem = problemOf(path, project);
if (problem === undefined) {
  process.exitCode = await setUp();
} else {
  console.error(problem);
  process.exitCode = 2;
}

async function setUp() {
  const packages = workFolder('packages');
  await packForFiles(packages);
  const { code } = await startInit(project, packages, options, { env: outerEnvironment(), stdio: 'inherit' }).ended;
  return code ?? 1;
}

function problemOf(path, project) {
  if (path === '' || path.startsWith('-')) return `Name the folder of your project first: ${USAGE}`;
  if (!existsSync(project)) return `There is no folder ${project}.`;
  if (!statSync(project).isDirectory()) return `${project} is a file. Name the folder of your project: ${USAGE}`;
}

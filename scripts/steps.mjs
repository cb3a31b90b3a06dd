// Steps of `npm run check` and `npm test`, and how to run one.
import { delimiter, join } from 'node:path';
import { Passed } from './passed.mjs';
import { run as runProgram } from './processes.mjs';
import { root } from './projects.mjs';

/** Where tools cache their results for unchanged files. */
const CACHE = 'node_modules/.cache/testpoint';

/** Version 7, which needs a quarter of the time. Tools that call the compiler's API use the package `typescript`, version 6. */
const TSC = 'node node_modules/typescript-7/bin/tsc';

/**
 * Everything that can be checked from source, in lanes of about the same length, fastest failure first. A step is a
 * description, the command, and optionally the folder to run it in.
 */
export const checks = [
  [
    ['types', `${TSC} --project tsconfig.json`],
    ['unused exports and dependencies', `knip --no-config-hints --cache --cache-location ${CACHE}/knip`],
    // Exports that only tests use need the tag @internal.
    ['unused in production, and not @internal', `knip --production --cache --cache-location ${CACHE}/knip`],
  ],
  [
    ['format and lint (npm run format corrects most of it)', 'biome ci .'],
    ['types of the viewer', `${TSC} --project packages/viewer/tsconfig.json`],
    ['names of frameworks outside of their packages', 'node scripts/framework-names.mjs --at-most 6'],
    [
      'import rules',
      `depcruise --config scripts/import-rules.mjs packages --cache ${CACHE}/import-rules --cache-strategy content`,
    ],
  ],
];

/**
 * Runs lanes of steps in parallel, the steps of a lane one after another. Prints a line for each step, and at the end the
 * output of those that failed. Checks that have passed on the files as they are don't run again; tests always run.
 *
 * @returns whether all succeeded
 */
export async function runLanes(...lanes) {
  const failed = [];
  const passed = await Passed.read(join(root, CACHE, 'passed.json'));
  await Promise.all(
    lanes.map(async (lane) => {
      for (const step of lane) {
        const [what, command] = step;
        const isCheck = checks.some((ofLane) => ofLane.includes(step));
        if (isCheck && passed.has(command)) {
          console.log(`✓ ${what}: passed before, and nothing has changed`);
          continue;
        }
        const { ok, output, seconds } = await run(step, true);
        console.log(`${ok ? '✓' : '✗'} ${what}: ${command} (${seconds.toFixed(1)} s)`);
        if (!ok) failed.push(output);
        else if (isCheck) passed.add(command);
      }
    }),
  );
  await passed.write();
  for (const output of failed) console.error(`\n${output.trimEnd()}`);
  return failed.length === 0;
}

/** The environment in which a shell finds the commands of a folder's dependencies. npx would find them, too, but takes 0.4 s. */
export function withCommandsOf(folder) {
  // On Windows, its name is Path.
  const name = Object.keys(process.env).find((variable) => variable.toUpperCase() === 'PATH') ?? 'PATH';
  const folders = [folder, '.'].map((parent) => join(root, parent, 'node_modules', '.bin'));
  return { ...process.env, [name]: [...folders, process.env[name]].join(delimiter) };
}

/**
 * Runs a step.
 *
 * @param collect whether to collect its output instead of printing it, for steps that run in parallel
 * @returns whether it succeeded, its output, and the seconds it took
 */
export async function run([, command, folder = '.'], collect = false) {
  const started = performance.now();
  const { code, output } = await runProgram(command, [], {
    cwd: join(root, folder),
    env: withCommandsOf(folder),
    shell: true,
    stdio: ['ignore', collect ? 'pipe' : 'inherit', collect ? 'pipe' : 'inherit'],
  });
  return { ok: code === 0, output, seconds: (performance.now() - started) / 1000 };
}

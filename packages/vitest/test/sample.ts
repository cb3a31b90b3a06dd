import type { TestCase, TestModule, TestSuite } from 'vitest/node';

/** Properties of a sample test. Everything else is that of an ordinary test that passed. */
export interface Sample {
  name?: string;
  /** Titles of its suites, outermost first. */
  suites?: string[];
  project?: string;
  moduleId?: string;
  line?: number;
  mode?: string;
  fails?: boolean;
  retry?: unknown;
  tags?: string[];
  isTypeCheck?: boolean;
  result?: unknown;
  diagnostic?: unknown;
  attempts?: unknown[];
  annotations?: unknown[];
  artifacts?: unknown[];
  config?: unknown;
  moduleState?: string;
  /** Errors of the innermost suite. */
  suiteErrors?: unknown[];
}

/** A test in the form that Vitest gives to reporters, to test pure functions. */
export function sampleTest(sample: Sample): TestCase {
  const { name = 'works', suites = [], project = '', moduleId = '/root/a.test.ts' } = sample;
  const owner = { name: project, config: sample.config ?? {} };
  const module = {
    type: 'module',
    moduleId,
    project: owner,
    errors: () => [],
    state: () => sample.moduleState ?? 'pending',
    meta: () => ({ typecheck: sample.isTypeCheck }),
  };
  let parent = module as unknown as TestModule | TestSuite;
  suites.forEach((title, index) => {
    const errors = index === suites.length - 1 ? (sample.suiteErrors ?? []) : [];
    const fullName = suites.slice(0, index + 1).join(' > ');
    parent = { type: 'suite', name: title, fullName, parent, errors: () => errors } as unknown as TestSuite;
  });
  return {
    type: 'test',
    id: name,
    name,
    module,
    project: owner,
    parent,
    options: { mode: sample.mode ?? 'run', fails: sample.fails, retry: sample.retry },
    tags: sample.tags,
    location: sample.line === undefined ? undefined : { line: sample.line, column: 1 },
    result: () => sample.result ?? { state: 'passed' },
    diagnostic: () => sample.diagnostic,
    annotations: () => sample.annotations ?? [],
    meta: () => ({}),
    artifacts: () => sample.artifacts ?? [],
    ...(sample.attempts && { attempts: () => sample.attempts }),
  } as unknown as TestCase;
}

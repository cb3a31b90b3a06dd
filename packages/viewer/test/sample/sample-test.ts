import type { Result } from '@testpoint/interface';
import type { OutcomeLetter, Repeat, ReportFile, ResultItem } from '@testpoint/report/format';

/** An attachment of a sample test. */
export interface SampleFile {
  name: string;
  contentType: string;
  content?: Buffer | string;
  missing?: string;
  /** A false entry for the file in the report. */
  claim?: ReportFile;
  /** Extension of the file on disk. */
  ending?: string;
}

/** One test of a sample report. Its row, its result and its files are generated from this. */
export interface SampleTest {
  session: number;
  file: string;
  suites: string[];
  title: string;
  line: number;
  project?: string;
  worker: number;
  outcome: OutcomeLetter;
  isFlaky?: boolean;
  /** A failure that the team knows about. */
  isKnown?: boolean;
  repeat?: Repeat;
  key?: string;
  environment?: string;
  /** Milliseconds since the start of the run. */
  start: number;
  duration: number;
  id?: string;
  attempts?: number;
  failureReason?: Result['failureReasonName'];
  /** One letter per earlier run. */
  history?: string;
  historyDurations?: number[];
  body?: Partial<Result>;
  view?: NonNullable<ViewOf>;
  files?: SampleFile[];
}

type ViewOf = Partial<import('@testpoint/report/format').ResultView>;

const OUTCOME_NAMES = { P: 'Passed', F: 'Failed', B: 'Blocked', S: 'Skipped' } as const;

/** GUID of the attachment at this position in its test. */
export function placeholder(index: number): string {
  return `00000000-0000-4000-8000-${`${index}`.padStart(12, '0')}`;
}

export function iso(time: number): string {
  return new Date(time).toISOString();
}

/** The test's result, as an item of a result chunk. */
export function itemOf(test: SampleTest, startedAt: number, contents: ReportFile[]): ResultItem {
  const begin = startedAt + test.start;
  const id = idOf(test);
  const body = {
    configurationId: '00000000-0000-4000-8000-00000000c0de',
    autoTestExternalId: id,
    outcome: OUTCOME_NAMES[test.outcome],
    ...(test.duration >= 0 && {
      startedOn: iso(begin),
      completedOn: iso(begin + test.duration),
      duration: Math.round(test.duration / 1000),
    }),
    ...(test.failureReason && { failureReasonName: test.failureReason }),
    ...test.body,
  };
  const view = {
    file: test.file,
    titles: [...test.suites, test.title],
    line: test.line,
    worker: test.worker,
    ...(test.project && { project: test.project }),
    ...test.view,
  };
  const attachments = test.files?.map(({ name, contentType }, index) => ({
    file: `${index}`,
    name,
    contentType,
    placeholder: placeholder(index),
  }));
  return { session: test.session, files: contents, entry: { kind: 'result', attachments, id, view, body } };
}

function idOf(test: SampleTest): string {
  const path = [test.file, ...test.suites, test.title].join(' > ');
  return test.id ?? (test.project ? `[${test.project}] ${path}` : path);
}

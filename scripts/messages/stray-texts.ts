import ts from 'typescript';
import { messageFile, sourceFiles, sourceOf } from './message-files.js';

/** A text in the source that users may read. */
export interface SourceText {
  /** File, relative to `packages`. */
  file: string;
  /** The text, with … in place of values. */
  text: string;
}

/** Texts with fewer words are names, or parts of a message. */
const LEAST_WORDS = 4;
/** Commander's help, printed by `--help`. */
const HELP = new Set(['description', 'option', 'argument', 'addHelpText', 'showHelpAfterError']);

/** Files whose texts are not messages, with the reason, and the test in packages/cli/test that has these texts. */
const NO_MESSAGES: readonly [RegExp, string][] = [
  [/^core\/src\/(?:built-ins\/|result\/(?:text\/)?(?:message|text|to-result)\.ts$)/, 'appears in results'],
  [/^playwright\/src\/reporter\/(?:not-run|tree|attachments)\.ts$/, 'appears in results'],
  [/^jest\/src\/(?:in-test\/observer|reporter\/(?:running-files|translate))\.ts$/, 'appears in results'],
  [/^vitest\/src\/reporter\/(?:verdict|metadata|translate)\.ts$/, 'appears in results'],
  [/^mocha\/src\/(?:reporter\/translate|in-test\/own-frames)\.ts$/, 'appears in results'],
  [/^core\/src\/result\/automatic-reason\.ts$/, 'what other programs’ messages contain'],
  [/^core\/src\/service\/\w+\/(?:host-lookup|form-part-header)\.ts$/, 'code and headers'],
  [/^report\/src\/(?:take-away\/csv|write\/(?:frame-colors|single-file|viewer-files))\.ts$/, 'appears in the report'],
  [/^report\/src\/history\/file-end\.ts$/, 'a program'],
  [/^report\/src\/verdict\/(?:summary-page|annotations|headline)\.ts$/, 'appears in summaries: summary.test.ts'],
  [/^cli\/src\/(?:help|program|init-command)\.ts$/, 'help'],
  [
    /^(?:cli\/src\/init|\w+\/src\/commands)\//,
    'a dialog, and a program that doctor starts: init.test.ts, doctor-project.test.ts',
  ],
  [/^cli\/src\/doctor\/evaluate-config\.ts$/, 'a program that doctor starts: doctor-project.test.ts'],
  [/^cli\/src\/report\/report-server\.ts$/, 'responses to a browser'],
];

/** Texts that are never printed as a message, by reason. */
const NO_MESSAGE: Readonly<Record<string, readonly string[]>> = {
  'appears in results': [
    '… before the test ended.',
    'The process exited before the test ended.',
    'The run ended before the test did.',
    'The run was interrupted.',
    'The run was aborted.',
    'Vitest lost this test: …',
    'Vitest never reported the end of this test.',
    'Playwright ended the run with status "…".',
    'Mocha ended before the run began.',
    'Mocha stopped after the first failure (bail).',
    'Mocha did not run this test.',
    'The worker process ended before Mocha received the result.',
    'printed by tests that ran at the same time',
    '…\n[… the rest was left out]',
    '[… … characters left out in the middle …]\n…\n[… here …]\n…',
    '\n…\n[… further comments are left out …]',
  ],
  help: [
    'what the files are, instead of what they look like',
    'the file, or - for standard output; for allure, a new or empty folder',
    'failed: run only the tests that failed, were blocked or never ran in the last run here',
    'if the run is in that state, or was before',
    'if the service refuses or can’t be reached',
    'Stop a run: test points without a result become Skipped.',
    'Complete a run: test points without a result become Skipped.',
    'testpoint run stop "$TMS_TEST_RUN_ID"',
  ],
  'JUnit XML': [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    '<testsuites name="Testpoint" tests="…" failures="…" errors="…">\n',
  ],
  'a pattern, or a media type': ['…(?:in ?progress|started|running)\\b', 'text/plain; charset=utf-8'],
  'never printed: the request is repeated, or given up for another reason': [
    'The kept connection was closed.',
    'The connection to the server was lost.',
    'delivery was given up',
  ],
  'only after 30 s of a flush: flush-answers.test.ts': ['The result of "…" always fails. …'],
  'only in watch mode, where a key interrupts the run': ['Jest ended the run before.'],
  'the settings are rejected first': ['A project id must be a whole number.'],
};
const EXCLUDED = new Set(Object.values(NO_MESSAGE).flat());

/** Excluded texts that are no longer in the source. */
export function staleExclusions(): string[] {
  const found = new Set(allTexts().map(({ text }) => text));
  return [...EXCLUDED].filter((text) => !found.has(text));
}

/** Every text outside of message files that is long enough to be a message, once per file. */
export function strayTexts(): SourceText[] {
  return allTexts().filter(({ text }) => !EXCLUDED.has(text));
}

function allTexts(): SourceText[] {
  return sourceFiles()
    .filter((file) => !NO_MESSAGES.some(([pattern]) => pattern.test(file)))
    .flatMap((file) => {
      const source = sourceOf(file);
      return messageFile(source) === undefined ? textsIn(source) : [];
    });
}

/** Matches what may come from a text: … stands for anything. */
export function patternOf(text: string): RegExp {
  const pieces = text.trim().split('…');
  return new RegExp(pieces.map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('[^]*'));
}

function textsIn(source: ts.SourceFile): SourceText[] {
  const texts = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || (ts.isThrowStatement(node) && isOfOurs(node))) return;
    if (isHelp(node)) return visit(node.expression);
    const text = textOf(node);
    if (text !== undefined && (text.match(/[a-z]{2,}/gi)?.length ?? 0) >= LEAST_WORDS && text.includes(' '))
      texts.add(text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...texts].map((text) => ({ file: source.fileName, text }));
}

/** We throw RangeError only for impossible states, so only developers ever see it. */
function isOfOurs({ expression }: ts.ThrowStatement): boolean {
  return ts.isNewExpression(expression) && expression.expression.getText() === 'RangeError';
}

function isHelp(node: ts.Node): node is ts.CallExpression {
  return (
    ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && HELP.has(node.expression.name.text)
  );
}

/** A text of the source, with … in place of values. */
export function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('');
}

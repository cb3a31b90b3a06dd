import ts from 'typescript';
import { messageFile, sourceFiles, sourceOf } from './message-files.js';

/** Texts with fewer words are names, or parts of a message. */
const LEAST_WORDS = 4;
/** Commander's help, printed by `--help`. */
const HELP = new Set(['description', 'option', 'argument', 'addHelpText', 'showHelpAfterError']);

/** Files whose texts are not messages, with the reason, and the test in packages/cli/test that has these texts. */
const NO_MESSAGES: readonly [RegExp, string][] = [
  [/^core\/src\/(?:built-ins\/|result\/(?:text\/)?(?:message|text|to-result)\.ts$)/, 'appears in results'],
  [/^core\/src\/result\/automatic-reason\.ts$/, 'what other programs’ messages contain'],
  [/^core\/src\/service\/\w+\/(?:host-lookup|form)\.ts$/, 'code and headers'],
  [/^report\/src\/(?:take-away\/csv|write\/(?:frame-colors|single-file|viewer-files))\.ts$/, 'appears in the report'],
  [/^report\/src\/history\/file-end\.ts$/, 'a program'],
  [/^report\/src\/verdict\/(?:summary-page|annotations|headline)\.ts$/, 'appears in summaries: summary.test.ts'],
  [/^cli\/src\/(?:help|program|init-command)\.ts$/, 'help'],
  [
    /^(?:cli\/src\/init\/(?:github-workflow|gitlab-pipeline|package-manager|config\/(?:script-config|script-tree|yaml-config))|[\w-]+\/src\/commands\/(?:init|evaluate))\.ts$/,
    'what init writes and doctor starts',
  ],
  [/^cli\/src\/report\/report-server\.ts$/, 'responses to a browser'],
];

/** Texts that are never printed as a message, by reason. */
const NO_MESSAGE: Readonly<Record<string, readonly string[]>> = {
  'appears in results': [
    'printed by all tests of …',
    'printed by tests that ran at the same time',
    '…\n[… the rest was left out]',
    '[… … characters left out in the middle …]\n…\n[… here …]\n…',
    '\n…\n[… further comments are left out …]',
  ],
  help: [
    'what the files are, instead of what they look like',
    'the file, or - for standard output; for allure, a new or empty folder',
    'failed: run only tests that failed, were blocked or never ran last time, here or below',
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
  'what other programs say': [
    'Failing test passed even though it was supposed to fail',
    'at process.callbackTrampoline (node:',
    'Expect test to fail',
    'The test run was aborted by the user.',
  ],
  'a pattern, or a media type': ['…(?:in ?progress|started|running)\\b', 'text/plain; charset=utf-8'],
  'never printed: the request is repeated, or given up for another reason': [
    'The kept connection was closed.',
    'The connection to the server was lost.',
    'delivery was given up',
  ],
  'the settings are rejected first': ['A project id must be a whole number.'],
};

const EXCLUDED = new Set(Object.values(NO_MESSAGE).flat());

/** Texts outside of message files that are long enough to be a message, with … in place of values and their files in front. */
export function strayTexts(): string[] {
  return allTexts().flatMap(([file, text]) => (EXCLUDED.has(text) ? [] : [`${file}: ${text}`]));
}

/** Excluded texts that are no longer in the source. */
export function staleExclusions(): string[] {
  const found = new Set(allTexts().map(([, text]) => text));
  return [...EXCLUDED].filter((text) => !found.has(text));
}

function allTexts(): [file: string, text: string][] {
  const files = sourceFiles().filter((file) => !NO_MESSAGES.some(([pattern]) => pattern.test(file)));
  return files.flatMap((file) => {
    const source = sourceOf(file);
    if (messageFile(source) !== undefined) return [];
    return textsIn(source).map((text): [string, string] => [file, text]);
  });
}

function textsIn(source: ts.SourceFile): string[] {
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
  return [...texts];
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
function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('');
}

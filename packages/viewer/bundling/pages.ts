import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

/** The policy of both kinds of report: everything not listed here is forbidden. */
const NOTHING_ELSE = "default-src 'none'; base-uri 'none'; form-action 'none'";

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><circle cx="12" cy="12" r="9" fill="none" stroke="#3b5bdb" stroke-width="4"/><circle cx="12" cy="12" r="3.2" fill="#3b5bdb"/></svg>`;

/** Writes the pages that load the viewer: one for a report folder, and the two halves of a report in a single file. */
export function pages(): Plugin {
  return {
    name: 'pages',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const script = bundle['app.js'];
      const style = bundle['app.css'];
      if (script?.type !== 'chunk' || style?.type !== 'asset')
        throw new Error('The build produced no app.js or no app.css.');
      const code = asBlock(script.code);
      const css = asBlock(`${style.source}`);
      const emit = (fileName: string, source: string) => this.emitFile({ type: 'asset', fileName, source });
      emit('index.html', folderPage());
      emit('single-head.html', singleHead(code, css));
      emit('single-tail.html', `<script>${code}</script>\n</body>\n</html>\n`);
    },
  };
}

/** Writes the page of the server, whose policy is a header of its answers. */
export function serverPage(): Plugin {
  return {
    name: 'server-page',
    generateBundle() {
      const loads = `<link rel="stylesheet" href="/viewer/page/app.css">
<script src="/viewer/page/app.js" defer></script>`;
      const source = `${head(undefined, loads, 'Testpoint')}</body>\n</html>\n`;
      this.emitFile({ type: 'asset', fileName: 'index.html', source });
    },
  };
}

function folderPage(): string {
  const policy = `${NOTHING_ELSE}; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self'; frame-src 'self'; connect-src 'self'`;
  const loads = `<link rel="stylesheet" href="viewer/app.css">
<script src="viewer/app.js" defer></script>
<script src="data/run.js" defer></script>`;
  return `${head(policy, loads)}</body>\n</html>\n`;
}

function singleHead(code: string, css: string): string {
  const policy = `${NOTHING_ELSE}; script-src '${hashOf(code)}'; style-src '${hashOf(css)}'; img-src data: blob:; media-src blob:`;
  return head(policy, `<style>${css}</style>`);
}

function head(policy: string | undefined, loads: string, title = 'Test report'): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${policy === undefined ? '' : `<meta http-equiv="Content-Security-Policy" content="${policy}">\n`}<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<link rel="icon" href="data:image/svg+xml;base64,${Buffer.from(ICON).toString('base64')}">
${loads}
</head>
<body>
<noscript>This report needs JavaScript. It runs in your browser only and sends nothing.</noscript>
`;
}

/** Escapes text so that it neither ends its element nor starts a comment in it. */
function asBlock(text: string): string {
  return text.replaceAll(/<(?=\/(script|style)|!--|script)/gi, '\\x3C');
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

import { coloredLines, isCaret, isHit } from '../../text/code-frame.js';

/** The source around an error. The line that the framework marked is highlighted. */
export function CodeFrame({ text, colors }: { text: string; colors: string | undefined }) {
  return (
    <figure class="frame">
      <pre tabIndex={0} role="group" aria-label="Source">
        {coloredLines(text, colors).map(({ line, pieces }, index) => (
          <span key={index} class={isHit(line) ? 'line hit' : isCaret(line) ? 'line caret' : 'line'}>
            {pieces.map(({ text: piece, kind }, place) =>
              kind === undefined ? (
                piece
              ) : (
                <span key={place} class={kind}>
                  {piece}
                </span>
              ),
            )}
            {'\n'}
          </span>
        ))}
      </pre>
    </figure>
  );
}

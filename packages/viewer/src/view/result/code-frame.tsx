/** The source around an error. The line that the framework marked is highlighted. */
export function CodeFrame({ text }: { text: string }) {
  const lines = text.slice(0, 20_000).split('\n');
  return (
    <figure class="frame">
      <pre tabIndex={0} role="group" aria-label="Source">
        {lines.map((line, index) => (
          <span
            key={index}
            class={
              /^\s*>/.test(line)
                ? 'line hit'
                : /^\s*\|?\s*\|?\s*\^+/.test(line.replace(/^[\s\d]*\|/, ''))
                  ? 'line caret'
                  : 'line'
            }
          >
            {line}
            {'\n'}
          </span>
        ))}
      </pre>
    </figure>
  );
}

/** What went wrong, with a button to try again. */
export function Problem({ text, retry }: { text: string; retry: () => void }) {
  return (
    <p class="notice" role="alert">
      {text}{' '}
      <button type="button" class="more" onClick={retry}>
        Try again
      </button>
    </p>
  );
}

/** A page that says what is wrong, with a way on. */
export function Notice({ title, text, retry }: { title: string; text: string; retry?: () => void }) {
  return (
    <main class="failure">
      <h1>{title}</h1>
      <p>{text}</p>
      <p>
        {retry !== undefined && (
          <button type="button" class="more" onClick={retry}>
            Try again
          </button>
        )}{' '}
        <a href="/">All runs</a>
      </p>
    </main>
  );
}

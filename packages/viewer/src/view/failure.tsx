/** The page for a report that can't be read. */
export function Failure({ error }: { error: unknown }) {
  return (
    <main class="failure">
      <h1>Cannot show this report</h1>
      <p>{error instanceof Error ? error.message : `${error}`}</p>
      <p>
        Keep <code>index.html</code> together with the folders <code>viewer</code>, <code>data</code> and{' '}
        <code>attachments</code>, or create the report again with <code>testpoint report</code>.
      </p>
    </main>
  );
}

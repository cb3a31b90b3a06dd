/** The page of a report that can't be read. */
export function Failure({ error }: { error: unknown }) {
  return (
    <main class="failure">
      <h1>This report can’t be shown</h1>
      <p>{error instanceof Error ? error.message : `${error}`}</p>
      <p>
        Keep <code>index.html</code> together with the folders <code>viewer</code>, <code>data</code> and{' '}
        <code>attachments</code>, or make the report again with <code>testpoint report</code>.
      </p>
    </main>
  );
}

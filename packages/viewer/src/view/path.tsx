/** Titles within each other. Each stands alone, so that none changes the direction of the others. */
export function Path({ titles }: { titles: readonly string[] }) {
  return (
    <>
      {titles.filter(Boolean).map((title, index) => (
        <>
          {index > 0 && ' › '}
          <bdi key={index}>{title}</bdi>
        </>
      ))}
    </>
  );
}

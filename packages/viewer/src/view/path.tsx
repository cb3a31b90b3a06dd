import { partsOf } from '../text/path.js';

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

/** The same of an external id, with its project. */
export function TestPath({ id }: { id: string }) {
  const { titles, project } = partsOf(id);
  return (
    <>
      <Path titles={titles} />
      {project !== undefined && ' '}
      {project !== undefined && <span class="tag">{project}</span>}
    </>
  );
}

import type { ComponentChildren } from 'preact';

/** A table that scrolls sideways where it is too wide. @param children its rows */
export function Table(props: { label: string; columns: readonly string[]; children: ComponentChildren }) {
  const { label, columns, children } = props;
  return (
    <div class="scrolled" tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

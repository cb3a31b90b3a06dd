export type Option = readonly [value: string, text: string];

export interface ChoiceProps {
  label: string;
  /** The first option, with which nothing is chosen. */
  any?: string;
  value: string | undefined;
  options: readonly Option[];
  choose: (value: string | undefined) => void;
}

/** A list to choose from. Left out where there is nothing to choose, such as on a server without a catalog. */
export function Choice({ label, any, value = '', options, choose }: ChoiceProps) {
  if (options.length === 0 && value === '') return null;
  // An address may name what is not there.
  const all = value === '' || options.some(([known]) => known === value) ? options : [[value, value], ...options];
  return (
    <select
      class={value === '' ? 'choice' : 'choice chosen'}
      aria-label={label}
      value={value}
      onChange={(event) => choose(event.currentTarget.value || undefined)}
    >
      {any !== undefined && <option value="">{any}</option>}
      {all.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </select>
  );
}

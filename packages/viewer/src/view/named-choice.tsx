interface Props {
  name: string;
  /** Empty for any. */
  value: string;
  options: readonly (readonly [value: string, text: string])[];
  choose: (value: string) => void;
}

/** A list to choose from, beside its name. Left out where there is nothing to choose, such as on a server without a catalog. */
export function NamedChoice({ name, value, options, choose }: Props) {
  if (options.length === 0 && value === '') return null;
  const isKnown = value === '' || options.some(([known]) => known === value);
  return (
    <label>
      {name}{' '}
      <select value={value} onChange={(event) => choose(event.currentTarget.value)}>
        <option value="">any</option>
        {!isKnown && <option value={value}>{value}</option>}
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

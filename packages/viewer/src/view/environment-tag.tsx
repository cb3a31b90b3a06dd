import { shortGuid } from '../text/short-guid.js';

/** Where a result ran, if anything distinguishes that. Without a name, a configuration goes by its GUID. */
export function EnvironmentTag({ name }: { name: string | undefined }) {
  if (name === undefined) return null;
  return (
    <span class="tag user" title={name}>
      {shortGuid(name)}
    </span>
  );
}

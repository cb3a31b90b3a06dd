import { formatProblems, resolveSettings, type SettingsInput } from '@testpoint/core/cli';
import type { Bench } from '../bench.js';
import { asRow, type Scenario, type ShortRow } from '../scenario.js';

export const GUID = '0f8fad5b-d9cb-469f-a165-70867728950e';
export const ENV = { TMS_URL: 'https://tms.example.com', TMS_SECRET_KEY: 'c2VjcmV0LWtleQ==', TMS_TEST_RUN_ID: GUID };
export const RIGHT = { ...ENV, TMS_CONFIGURATION_ID: GUID };

type Given = Partial<Omit<SettingsInput, 'idRoot' | 'cwd'>> & { files?: Record<string, string> };

/** Messages about settings. They appear at the start of a suite, and in every command that needs settings. */
export function given({ files = {}, ...input }: Given, ...rows: ShortRow[]): Scenario {
  return {
    rows: rows.map(asRow),
    print: (bench: Bench) => {
      const folder = bench.folder({ files });
      const resolved = resolveSettings({ options: {}, env: RIGHT, idRoot: folder, cwd: folder, ...input });
      if (resolved.state === 'off') return resolved.reason;
      return (resolved.state === 'on' ? resolved.warnings : formatProblems(resolved.problems)).join('\n');
    },
  };
}

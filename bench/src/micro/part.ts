import { parseArgs } from 'node:util';
import type { Part } from '../part.js';
import { wholeNumber } from '../whole-number.js';
import { attachments } from './attachments.js';
import { delivery } from './delivery.js';
import { idle } from './idle.js';
import { journals } from './journals.js';
import type { Measurement, MicroOptions } from './measurement.js';
import { memory } from './memory.js';
import { recording } from './recording.js';
import { startUp } from './start-up.js';

const MEASUREMENTS: Record<string, Measurement> = {
  recording,
  'start-up': startUp,
  idle,
  delivery,
  attachments,
  journals,
  memory,
};

const SIZES: MicroOptions = {
  repeats: 7,
  results: 100_000,
  smallFiles: 2_000,
  largeFile: 1024,
  journal: 1024,
  idle: 20,
};

export const micro: Part = {
  usage: `micro: measures single parts of a reporter, each in new processes, beside a bare equivalent
  --only NAME,…       any of ${Object.keys(MEASUREMENTS).join(', ')}
  --repeats N         how often to measure each (${SIZES.repeats})
  --results N         number of results in the delivered journal (${SIZES.results})
  --small-files N     number of attachments of 2 KiB (${SIZES.smallFiles})
  --large-file MIB    size of the large attachment (${SIZES.largeFile})
  --journal MIB       size of the large journal (${SIZES.journal})
  --idle SECONDS      how long to watch an idle session (${SIZES.idle})`,
  async run(args) {
    const { only, options } = optionsOf(args);
    const sections: string[] = [];
    for (const [name, { title, run }] of Object.entries(MEASUREMENTS)) {
      if (only !== undefined && !only.includes(name)) continue;
      console.error(`micro: ${name} …`);
      sections.push(`### ${title}\n\n${await run(options)}`);
    }
    return sections.join('\n\n');
  },
};

function optionsOf(args: readonly string[]): { only: string[] | undefined; options: MicroOptions } {
  const size = (standard: number) => ({ type: 'string', default: String(standard) }) as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string' },
      repeats: size(SIZES.repeats),
      results: size(SIZES.results),
      'small-files': size(SIZES.smallFiles),
      'large-file': size(SIZES.largeFile),
      journal: size(SIZES.journal),
      idle: size(SIZES.idle),
    },
  });
  const only = values.only?.split(',');
  const unknown = only?.find((name) => !Object.hasOwn(MEASUREMENTS, name));
  if (unknown !== undefined)
    throw new Error(`--only takes any of ${Object.keys(MEASUREMENTS).join(', ')}, not "${unknown}"`);
  return {
    only,
    options: {
      repeats: wholeNumber('--repeats', values.repeats),
      results: wholeNumber('--results', values.results),
      smallFiles: wholeNumber('--small-files', values['small-files']),
      largeFile: wholeNumber('--large-file', values['large-file']),
      journal: wholeNumber('--journal', values.journal),
      idle: wholeNumber('--idle', values.idle),
    },
  };
}

import { namesIn, optionsIn } from '../../../scripts/options.js';
import type { Part } from '../part.js';
import { attachments } from './attachments.js';
import { delivery } from './delivery.js';
import { memory } from './memory.js';
import { recording } from './recording.js';
import { startUp } from './start-up.js';
import { type Measurement, SIZES } from './turns.js';

const MEASUREMENTS: Record<string, Measurement> = {
  recording,
  'start-up': startUp,
  delivery,
  attachments,
  memory,
};

const ALL = Object.keys(MEASUREMENTS);

export const micro: Part = {
  usage: `micro: measures single parts of a reporter, each in new processes, beside a bare equivalent
  --only NAME,…       any of ${ALL.join(', ')}
  --repeats N         how often to measure each (${SIZES.repeats})
  --results N         number of results in the delivered journal (${SIZES.results})
  --small-files N     number of attachments of 2 KiB (${SIZES.smallFiles})
  --large-file MIB    size of the large attachment (${SIZES.largeFile})
  --large N           number of results in a larger journal (${SIZES.large})`,
  async run(args) {
    const { only, ...options } = optionsIn(args, { only: ALL.join(), ...SIZES });
    const names = namesIn('--only', only, ALL);
    const sections: string[] = [];
    for (const [name, { title, run }] of Object.entries(MEASUREMENTS)) {
      if (!names.includes(name)) continue;
      console.error(`micro: ${name} …`);
      sections.push(`### ${title}\n\n${await run(options)}`);
    }
    return sections.join('\n\n');
  },
};

import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { ask, download, upload } from './server-process.js';

/** Time for one round on a busy machine, including the start of several processes, milliseconds. */
export const LONGEST = 180_000;
const ARRAY = 50;
const WRITERS = 4;
/** One in this many arrays comes with an attachment. More would exceed the 1,000 objects that the tests' S3 store can list. */
const UPLOADING = 3;
/** Size of most attachments, and of one in ten, which S3 gets in parts; bytes. */
const SMALL = 20_000;
const LARGE = 6_000_000;

/** Clients that post arrays and upload attachments to servers, each once, and record which ones were answered. */
export class Writers {
  readonly run = randomUUID();
  readonly answered = new Set<number>();
  /** The number that each attachment's content is made from, by the attachment's id. */
  readonly uploaded = new Map<string, number>();
  #sent = 0;
  #isOver = false;
  readonly #work: Promise<unknown>;

  constructor(urls: () => readonly string[]) {
    const write = async (writer: number) => {
      while (!this.#isOver) {
        const number = this.#sent++;
        const from = urls();
        await this.#write(from[(writer + number) % from.length] ?? '', number);
      }
    };
    this.#work = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  }

  async untilAnswered(more: number): Promise<void> {
    const enough = this.answered.size + more;
    await expect.poll(() => this.answered.size, { timeout: LONGEST, interval: 5 }).toBeGreaterThanOrEqual(enough);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#work;
  }

  /** Checks that the server has everything that was answered, and no array in part. */
  async compare(url: string): Promise<void> {
    const { body } = await ask(url, 'GET', `/inspect/runs/${this.run}/history?bodies=false`);
    const found = new Map<number, number>();
    for (const { autoTestExternalId } of body as { autoTestExternalId: string }[]) {
      const array = Number(autoTestExternalId.split(' ')[0]);
      found.set(array, (found.get(array) ?? 0) + 1);
    }
    expect([...this.answered].filter((array) => !found.has(array))).toEqual([]);
    expect([...found.values()].filter((count) => count !== ARRAY)).toEqual([]);
    const runs = (await ask(url, 'GET', '/inspect/runs')).body as { id: string; testPoints: { Passed: number } }[];
    expect(runs.find(({ id }) => id === this.run)?.testPoints.Passed).toBe(found.size * ARRAY);

    expect(this.uploaded.size).toBeGreaterThan(0);
    for (const [id, number] of this.uploaded) {
      const content = await download(url, id);
      expect(content?.equals(contentOf(number)), `attachment ${id}`).toBe(true);
    }
  }

  async #write(url: string, number: number): Promise<void> {
    const results = Array.from({ length: ARRAY }, (_, index) => ({
      configurationId: 'aaaaaaaa-0000-4000-8000-000000000010',
      autoTestExternalId: `${number} ${index}`,
      outcome: 'Passed',
    }));
    const id = number % UPLOADING === 0 ? await upload(url, contentOf(number)) : undefined;
    if (id !== undefined) this.uploaded.set(id, number);
    const { status } = await ask(url, 'POST', `/api/v2/testRuns/${this.run}/testResults`, results);
    if (status === 200) this.answered.add(number);
  }
}

function contentOf(number: number): Buffer<ArrayBuffer> {
  return Buffer.alloc(number % 10 === 9 ? LARGE : SMALL, `attachment ${number} `);
}

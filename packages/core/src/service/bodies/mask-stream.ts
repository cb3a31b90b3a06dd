import { Transform, type TransformCallback } from 'node:stream';
import type { Redaction } from '../../result/masking/redaction.js';
import { TextMasker } from '../../result/masking/text-masker.js';

/** Masks the text that passes through, like `TextMasker`. */
export class MaskStream extends Transform {
  readonly #masker: TextMasker;

  constructor(redaction: Redaction) {
    super();
    this.#masker = new TextMasker(redaction);
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    done(null, this.#masker.add(chunk));
  }

  override _flush(done: TransformCallback): void {
    done(null, this.#masker.end());
  }
}

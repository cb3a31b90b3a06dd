import { DATA_CALLBACK, type ReportFile, type RunData, SERVED_DATA } from '@testpoint/report/format';
import { ReportFiles } from './report-files.js';
import { hasTraceViewerOf } from './shapes.js';
import { type Content, UnreadableData } from './source.js';

const ATTACHMENT = /^attachments(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$/;

interface FileRequest {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** A report folder. A page from `file://` cannot use fetch, so each data file is a script that passes its value to a global function. */
export class FolderSource extends ReportFiles {
  readonly #waiting = new Map<string, FileRequest>();
  /** One script per file, even for several simultaneous requests. */
  readonly #loading = new Map<string, Promise<unknown>>();
  /** Values that arrived before they were requested: `index.html` itself loads the run. */
  readonly #early = new Map<string, unknown>();

  constructor() {
    super();
    Object.defineProperty(globalThis, DATA_CALLBACK, {
      value: (name: string, value: unknown) => {
        const waiting = this.#waiting.get(name);
        if (waiting === undefined) this.#early.set(name, value);
        else waiting.resolve(value);
      },
    });
  }

  override async run(): Promise<RunData> {
    const [run, isServed] = await Promise.all([super.run(), this.#isServedWithViewer()]);
    return isServed ? { ...run, hasTraceViewer: true } : run;
  }

  attachment({ path }: ReportFile): Content {
    const isOurs = path !== undefined && ATTACHMENT.test(path);
    return { framable: isOurs, url: isOurs ? path : undefined };
  }

  /** Whether the report is served together with a trace viewer. */
  async #isServedWithViewer(): Promise<boolean> {
    if (!location.protocol.startsWith('http')) return false;
    return this.load(SERVED_DATA).then(hasTraceViewerOf, () => false);
  }

  protected load(name: string): Promise<unknown> {
    if (this.#early.has(name)) {
      const value = this.#early.get(name);
      this.#early.delete(name);
      return Promise.resolve(value);
    }
    const loading = this.#loading.get(name) ?? this.#request(name).finally(() => this.#loading.delete(name));
    this.#loading.set(name, loading);
    return loading;
  }

  #request(name: string): Promise<unknown> {
    const file = `data/${name}.js`;
    const script = document.createElement('script');
    const loading = new Promise<unknown>((resolve, reject) => {
      this.#waiting.set(name, { resolve, reject });
      script.onerror = () => reject(new UnreadableData(file, 'is missing from this report.'));
      // A script runs before its load event. If the promise is still pending, the script did not call the function.
      script.onload = () => reject(new UnreadableData(file, 'is damaged.'));
      script.src = file;
      document.head.append(script);
    });
    return loading.finally(() => {
      this.#waiting.delete(name);
      script.remove();
    });
  }
}

import type { RunData } from '@testpoint/report/format';
import type { Source } from '../data/source.js';
import { AppState } from './app-state.js';
import { RunState } from './run-state.js';
import { ViewState } from './view-state.js';

/** The state of an open report. */
export class ReportState {
  readonly app: AppState;
  readonly data: RunState;
  readonly view: ViewState;

  constructor(source: Source, run: RunData) {
    this.app = new AppState();
    this.data = new RunState(source, run);
    this.view = new ViewState(this.app, this.data);
  }

  /** Call it when the report is closed. */
  dispose(): void {
    this.view.dispose();
    this.app.dispose();
  }
}

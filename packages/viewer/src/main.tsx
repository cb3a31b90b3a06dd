import { render } from 'preact';
import { FolderSource } from './data/folder-source.js';
import { SingleSource } from './data/single-source.js';
import type { Source } from './data/source.js';
import { followPrinting } from './model/printing.js';
import { ReportState } from './model/report-state.js';
import './style/index.css';
import { App } from './view/app.js';
import { Failure } from './view/failure.js';
import { applyTheme } from './view/theme.js';

applyTheme();
followPrinting();
const source: Source = SingleSource.isHere() ? new SingleSource() : new FolderSource();
void start();

async function start(): Promise<void> {
  try {
    const report = new ReportState(source, await source.run());
    render(<App report={report} />, document.body);
    await report.data.load();
  } catch (error) {
    render(<Failure error={error} />, document.body);
  }
}

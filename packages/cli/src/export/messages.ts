// Messages: Commands
import { counted, grouped } from '@testpoint/report';

/** export --format allure --out -. */
export const allureIsFolder = 'Allure results are a folder: name it with --out.';

/** export, when it can’t be written. @fact */
export const nothingExported = (path: string, why: string) => `Nothing is exported to ${path}: ${why}.`;

/** export, into a folder with files. @fact */
export const filesAlready = 'there are files already. Remove them, or name another place';

/** export, when the format can’t hold everything. @fact */
export const formatCantHold = (format: string, lost: readonly string[]) =>
  `The format ${format} can't hold everything: ${lost.join('; ')}.`;

/** export: what a format can’t hold. @fact */
export const LOST = {
  allureBlocked: 'Blocked tests are broken ones',
  junitBlocked: 'Blocked tests are errors',
  lines: 'line numbers are left out',
  places: 'projects and environments are parameters',
  attachments: 'attachments whose content is missing are left out',
  links: 'links are left out',
  hooks: 'hooks are left out',
  earlierSteps: 'steps of earlier attempts are left out',
  stepDetails: 'steps keep only their names and outcomes',
  innerSteps: 'steps inside of steps are left out',
  steps: 'steps and hooks are left out',
  parameters: 'parameters are left out',
};

/** export, if it takes longer than two seconds. @fact */
export const exporting = (done: number, total: number) => `Exporting … ${grouped(done)} of ${counted(total, 'result')}`;

import { asText } from '../built-ins/language.js';
import { shielded } from '../built-ins/shield.js';
import { keepListening } from './end/process-events.js';
import { failedWhile } from './messages.js';

/**
 * Runs our own code, which may fail. Its error is reported and never reaches the framework or the suite. Everything that a
 * framework tells us passes through here, so our listeners on the process are checked here, too.
 * @param doing as in "Testpoint failed while recording a result"
 * @param report gets a line for the summary, and the error's stack trace
 */
export function guard(doing: string, action: () => void, report: (title: string, detail: string) => void): void {
  keepListening();
  try {
    shielded(action);
  } catch (error) {
    report(failedWhile(doing), error instanceof Error ? (error.stack ?? error.message) : asText(error));
  }
}

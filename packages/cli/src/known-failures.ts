import { type KnownFailure, KnownFailuresError, readKnownFailures, today } from '@testpoint/report';
import { CommandFailure, EXIT } from './failure.js';
import { type SettingsOptions, suiteFolder } from './settings.js';

/** The known failures of the suite by external id, as of today. @throws CommandFailure for a file with mistakes */
export function knownFailuresOf(options: SettingsOptions): Map<string, KnownFailure> {
  try {
    return readKnownFailures(suiteFolder(options), today());
  } catch (error) {
    if (error instanceof KnownFailuresError) throw new CommandFailure(error.message, EXIT.usage, error);
    throw error;
  }
}

/** Exit codes of every command. */
export const EXIT = {
  ok: 0,
  /** The service refused, or something is left to do. */
  failed: 1,
  /** Wrong usage or wrong settings. */
  usage: 2,
} as const;

/** Ends a command; its message says what to do. */
export class CommandFailure extends Error {
  readonly code = 'COMMAND_FAILED';
  readonly exitCode: number;

  constructor(message: string, exitCode: number, cause?: unknown) {
    super(message, { cause });
    this.exitCode = exitCode;
  }
}

/** What a caught value says. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

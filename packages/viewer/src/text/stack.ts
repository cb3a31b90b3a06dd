/** What led to an error, from its stack. */
export interface Cause {
  message: string;
  /** Its frames; empty if there are none. */
  trace: string;
}

/** Ours in all adapters, and Node's form of an error that was printed. */
const CAUSE = /\n+\s*(?:Caused by: |\[cause\]: )/;
const FRAME = /^\s+at /m;

/** A stack without the message that some engines put before the frames. */
export function withoutMessage(stack: string, message: string): string {
  if (message !== '' && stack.startsWith(message)) return stack.slice(message.length).replace(/^\n+/, '');
  const first = FRAME.exec(stack);
  if (first === null) return stack === message ? '' : stack;
  const head = stack.slice(0, first.index).trim();
  return head === '' || message.includes(head) ? stack.slice(first.index) : stack;
}

/** The frames of an error, and its causes, outermost first. @param frame the source around the error, which some stacks end with */
export function partsOf(stack: string, frame = ''): { trace: string; causes: Cause[] } {
  const ending = frame.trim();
  const text = ending !== '' && stack.trimEnd().endsWith(ending) ? stack.slice(0, stack.lastIndexOf(ending)) : stack;
  const [trace = '', ...causes] = text.split(CAUSE);
  return { trace: trace.trimEnd(), causes: causes.map(causeOf) };
}

function causeOf(text: string): Cause {
  const first = FRAME.exec(text);
  if (first === null) return { message: text.trim(), trace: '' };
  return { message: text.slice(0, first.index).trim(), trace: text.slice(first.index).replace(/^\n+/, '').trimEnd() };
}

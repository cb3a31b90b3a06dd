/** A stack without the message that some engines put before the frames. */
export function withoutMessage(stack: string, message: string): string {
  if (message !== '' && stack.startsWith(message)) return stack.slice(message.length).replace(/^\n+/, '');
  const first = /^\s+at /m.exec(stack);
  if (first === null) return stack === message ? '' : stack;
  const head = stack.slice(0, first.index).trim();
  return head === '' || message.includes(head) ? stack.slice(first.index) : stack;
}

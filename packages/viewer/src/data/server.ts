import { parsed, textOf } from '@testpoint/report/browser';

export const NO_ANSWER = 'The server does not answer. This page shows what it has.';

/** The server wants to know who asks. */
export class SignInNeeded extends Error {
  override readonly name = 'SignInNeeded';
}

/** What was asked for is not there, or no longer. */
export class NotThere extends Error {
  override readonly name = 'NotThere';
}

/** The JSON at a path of the server that this page comes from. */
export async function get<Answer = unknown>(path: string): Promise<Answer> {
  const answer = await ask(path, {});
  return answer.json();
}

/** An answer of lines of JSON, as they arrive. */
export async function* getLines(path: string, signal?: AbortSignal): AsyncGenerator<unknown> {
  const { body } = await ask(path, signal === undefined ? {} : { signal });
  if (body === null) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (rest + part.value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line);
  }
  if (rest !== '') yield JSON.parse(rest);
}

export async function post(path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  await ask(path, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function ask(path: string, init: RequestInit): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(path, { ...init, credentials: 'same-origin' });
  } catch (cause) {
    throw new Error(NO_ANSWER, { cause });
  }
  if (answer.ok) return answer;
  // The sentence in the server's problem document.
  const detail = textOf(parsed(await answer.text()).detail) || `The server answered ${answer.status}.`;
  if (answer.status === 401) throw new SignInNeeded(detail);
  if (answer.status === 404) throw new NotThere(detail);
  throw new Error(detail);
}

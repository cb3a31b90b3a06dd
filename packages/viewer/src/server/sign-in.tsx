import { useState } from 'preact/hooks';
import { post } from '../data/server.js';
import { Mark } from '../view/icons.js';

/** Asks for the key, as reporters have it. */
export function SignIn({ done }: { done: () => void }) {
  const [problem, setProblem] = useState('');
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const [key, userName] = [String(form.get('key') ?? '').trim(), String(form.get('userName') ?? '').trim()];
    try {
      await post('/viewer/sign-in', { key, ...(userName === '' ? {} : { userName }) });
      done();
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  return (
    <main class="sign-in">
      <form class="card" onSubmit={submit}>
        <h1>
          <Mark /> Sign in
        </h1>
        <label>
          User name <span class="quiet">(optional)</span>
          <input name="userName" autocomplete="username" spellcheck={false} />
        </label>
        <label>
          Secret key
          <input name="key" type="password" required autocomplete="current-password" />
        </label>
        {problem !== '' && (
          <p class="warning" role="alert">
            {problem}
          </p>
        )}
        <button type="submit" class="more">
          Sign in
        </button>
        <p class="quiet">It is the key that reporters send to this server, and that its catalog names.</p>
      </form>
    </main>
  );
}

import { env } from '../../built-ins/at-load.js';

/** Everything that delivery may need from the environment, without the suite's preloads. */
const ENVIRONMENT = /^(https?_proxy|no_proxy|all_proxy|ssl_cert_(file|dir)|tz|lang|path|systemroot|temp|tmp|tmpdir)$/i;

/** The environment of the thread that delivers. */
export function environmentOfThread(): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const name in env) {
    const value = env[name];
    if (ENVIRONMENT.test(name) && value !== undefined) environment[name] = value;
  }
  return environment;
}

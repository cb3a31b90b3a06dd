import type { ThreadSettings } from '../../between-threads/protocol.js';
import type { Settings } from '../../settings/settings.js';

/** Everything that delivery may need from the environment, without the suite's preloads. */
const ENVIRONMENT = /^(https?_proxy|no_proxy|all_proxy|ssl_cert_(file|dir)|tz|lang|path|systemroot|temp|tmp|tmpdir)$/i;

/** The environment of the thread that delivers. */
export function environmentOfThread(): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const name in process.env) {
    const value = process.env[name];
    if (ENVIRONMENT.test(name) && value !== undefined) environment[name] = value;
  }
  return environment;
}

/** The settings that delivery needs. The others may contain functions, which can't be sent to a thread. */
export function forThread(settings: Settings): ThreadSettings {
  const { url, secretKey, userName, requestTimeout, concurrency, startConcurrency, batchSize, flushInterval } =
    settings;
  const { configurations, configurationId, redact, keepDelivered, localServer } = settings;
  return {
    ...{ url, secretKey, userName, requestTimeout, concurrency, startConcurrency, batchSize, flushInterval },
    ...{ configurations, configurationId, redact, keepDelivered, localServer },
  };
}

/** Preloaded into a suite's process (`--import`). Kills its first delivery thread after a given time. */
import { watchThreads } from './thread-death.js';

const lifetime = Number(process.env.CHAOS_THREAD_LIFETIME);
if (lifetime > 0) watchThreads(lifetime);

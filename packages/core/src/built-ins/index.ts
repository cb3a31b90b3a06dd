export { env, workingFolder } from './at-load.js';
/** The captured functions that several of our packages call inside tests. A rarer one is captured where it is called. */
export {
  append,
  apply,
  asText,
  defineProperty,
  each,
  execute,
  indexOf,
  join,
  mapped,
  slice,
  some,
  tagOf,
  uncurry,
  weakGet,
  weakSet,
} from './language.js';

// For our own programs only: conformance, the fault laboratory, the benchmarks, and the scripts.

/** The laboratory of each framework, by name. */
export const labs = {};

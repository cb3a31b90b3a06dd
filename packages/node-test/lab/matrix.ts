import type { MatrixSuite } from '@testpoint/frameworks/lab';

/** Node is its own framework: the matrix runs each of its versions anyway. It has no retries. */
export const matrix: readonly MatrixSuite[] = [];

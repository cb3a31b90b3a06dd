import assert from 'node:assert/strict';
import { dialect } from './dialect.js';

const { attach, externalId, message, parameter, step, stepsArePromises, test } = dialect;

const given = step('while the file is loaded', () => 5);
void attach('nobody', 'is here yet');
parameter('nobody', 'is here yet');
externalId('nobody');
message('nobody is here yet');

test('is not hurt by calls outside a test', async () => {
  assert.equal(given instanceof Promise, stepsArePromises);
  assert.equal(await given, 5);
});

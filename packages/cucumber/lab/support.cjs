// Support code for the features of `features.cjs`.
const { createRequire } = require('node:module');
const { join } = require('node:path');

// The project's Cucumber, not one beside this file.
require('./features.cjs').define(createRequire(join(process.cwd(), 'x.cjs'))('@cucumber/cucumber'));

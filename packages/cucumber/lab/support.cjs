// Support code for the features of `features.cjs`.
require('./features.cjs').define();

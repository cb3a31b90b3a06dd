/** @type {import('mocha').MochaOptions} */
module.exports = {
  spec: ['*.mocha.test.js'],
  retries: 1,
  // The only line that reporting needs. Address and key come from TMS_URL and TMS_SECRET_KEY. Without a key, it is off.
  reporter: '@testpoint/mocha',
  // Adds steps, attachments and the test API's data to the results.
  require: ['@testpoint/mocha/setup'],
  // Mocha runs only one reporter, so ours prints through another.
  'reporter-option': ['console=spec'],
};

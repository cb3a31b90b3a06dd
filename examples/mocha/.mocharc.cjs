/** @type {import('mocha').MochaOptions} */
module.exports = {
  spec: ['*.mocha.test.js'],
  retries: 1,
  // The only line that reporting needs. Address and key come from TMS_URL and TMS_SECRET_KEY; without a key it is off.
  reporter: '@testpoint/mocha',
  // Shows steps, attachments and the test API's data.
  require: ['@testpoint/mocha/setup'],
  reporterOptions: {
    // Mocha has only one reporter, so ours prints through another.
    console: 'spec',
  },
};

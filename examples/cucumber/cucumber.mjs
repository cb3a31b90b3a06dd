export default {
  paths: ['*.cucumber.feature'],
  import: ['steps/*.js'],
  retry: 1,
  // Without `@broken`: EXAMPLE_FAIL=1 shows a failure.
  tags: process.env.EXAMPLE_FAIL === '1' ? '' : 'not @broken',
  // The only line that reporting needs. Address and key come from TMS_URL and TMS_SECRET_KEY. Without a key, it is off. The
  // file stays empty: a formatter without one would replace the one that prints.
  format: [['@testpoint/cucumber', '.testpoint/cucumber.log']],
};

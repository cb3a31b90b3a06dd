// Messages: Commands

/** doctor, when our formatter has no file, so that Cucumber prints nothing. */
export const formatterWithoutFile =
  'the formatter has no file, so Cucumber prints nothing: write format: [["@testpoint/cucumber", ".testpoint/cucumber.log"]]';

// Cucumber's messages as one JSON report: each scenario with its last verdict. For comparisons. Its file is named in
// `formatOptions.report`, because Cucumber makes that of a formatter when it starts.
const { writeFileSync } = require('node:fs');

module.exports = class Report {
  constructor({ eventBroadcaster, parsedArgvOptions, cleanup }) {
    const scenarios = new Map();
    const rows = new Map();
    const pickles = new Map();
    const cases = new Map();
    const attempts = new Map();
    const order = [];
    const take = {
      gherkinDocument({ feature }) {
        const visit = (children, above) => {
          for (const { rule, scenario } of children) {
            if (rule) visit(rule.children, [...above, rule.name]);
            if (!scenario) continue;
            const titles = [...above, scenario.name || scenario.keyword];
            scenarios.set(scenario.id, titles);
            for (const { name, tableHeader, tableBody } of scenario.examples)
              for (const { id, cells } of tableBody) {
                const row = cells.map(({ value }, index) => `${tableHeader.cells[index].value}: ${value}`).join(', ');
                rows.set(id, [...titles, name, row]);
              }
          }
        };
        if (feature) visit(feature.children, [feature.name]);
      },
      pickle({ id, uri, astNodeIds: [scenario, row] }) {
        const titles = rows.get(row) ?? scenarios.get(scenario);
        pickles.set(id, { file: uri, titles: titles.filter((title) => title !== '') });
      },
      testCase({ id, pickleId }) {
        cases.set(id, pickles.get(pickleId));
        order.push(pickles.get(pickleId));
      },
      testCaseStarted({ id, testCaseId }) {
        const test = cases.get(testCaseId);
        test.steps = [];
        attempts.set(id, test);
      },
      testStepFinished({ testCaseStartedId, testStepResult: { status, message } }) {
        attempts.get(testCaseStartedId).steps.push({ status, message });
      },
    };
    // Cucumber may end without a message.
    process.once('exit', () => writeFileSync(parsedArgvOptions.report, JSON.stringify(order)));
    eventBroadcaster.on('envelope', (envelope) => {
      for (const [kind, message] of Object.entries(envelope)) take[kind]?.(message);
    });
    this.finished = () => cleanup();
  }
};

// Prints what GitHub's own parser has to say against the workflow in a file, a line for each error.
import { readFileSync } from 'node:fs';
import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';

const content = readFileSync(process.argv[2], 'utf8');
const { context, value } = parseWorkflow({ name: 'testpoint.yml', content }, new NoOperationTraceWriter());
const errors = context.errors.getErrors().map(String);
if (value !== undefined && errors.length === 0) {
  const template = await convertWorkflowTemplate(context, value);
  errors.push(...(template.errors ?? []).map(({ Message }) => Message));
}
for (const error of errors) console.log(error);

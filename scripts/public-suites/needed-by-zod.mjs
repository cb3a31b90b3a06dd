/** What zod's own tests need, in whichever framework they run. */
export const neededByZod = [
  ...['typescript@5.9.3', 'esbuild@0.25.12', '@web-std/file@3.0.3', '@standard-schema/spec@1.1.0'],
  ...['recheck@4.5.0', '@seriousme/openapi-schema-validator@2.11.0'],
];

/** Takes the events and prints nothing. */
export default async function* quietReporter(source) {
  for await (const _ of source);
  yield '';
}

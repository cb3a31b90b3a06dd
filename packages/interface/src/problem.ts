import { type Static, Type } from 'typebox';

/** One mistake in a request. */
export const ProblemDetail = Type.Object({
  /** JSON pointer into the request's body; empty for the body itself; omitted for anything outside of the body. */
  pointer: Type.Optional(Type.String()),
  detail: Type.String(),
});
export type ProblemDetail = Static<typeof ProblemDetail>;

/** Body of every error response (RFC 9457). We chose its shape, because the interface does not show it. */
export const Problem = Type.Object(
  {
    type: Type.String(),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    errors: Type.Optional(Type.Array(ProblemDetail)),
  },
  { $id: 'Problem' },
);
export type Problem = Static<typeof Problem>;

/** The only message that the interface defines (section 7). */
export function testPointsRequired(configurationId: string, autoTestExternalId: string): string {
  return `TestPoints required for autoTestResult with configurationId: ${configurationId} and autoTestExternalId: ${autoTestExternalId}`;
}

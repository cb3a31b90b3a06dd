import { type Static, Type } from 'typebox';

/** One thing that is wrong in a request. */
export const ProblemDetail = Type.Object({
  /** JSON pointer into the request's body; empty for the body itself; left out for what stands outside the body. */
  pointer: Type.Optional(Type.String()),
  detail: Type.String(),
});
export type ProblemDetail = Static<typeof ProblemDetail>;

/** Body of every refusal (RFC 9457); its shape is our decision, since the interface does not show it. */
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

/** The one message that the interface words itself (section 7). */
export function testPointsRequired(configurationId: string, autoTestExternalId: string): string {
  return `TestPoints required for autoTestResult with configurationId: ${configurationId} and autoTestExternalId: ${autoTestExternalId}`;
}

import { type Static, Type } from 'typebox';

/** Test point as given at run creation (section 2). */
export const TestPoint = Type.Object(
  { configurationGlobalId: Type.Integer(), testCaseGlobalId: Type.Integer() },
  { additionalProperties: false },
);
export type TestPoint = Static<typeof TestPoint>;

/** Body of `POST /api/Public/CreateTestRun` (section 4). */
export const CreateRun = Type.Object(
  {
    projectGlobalId: Type.Integer({ minimum: 1 }),
    testPlanGlobalId: Type.Integer({ minimum: 1 }),
    testPoints: Type.Array(TestPoint),
  },
  { $id: 'CreateRun', additionalProperties: false },
);
export type CreateRun = Static<typeof CreateRun>;

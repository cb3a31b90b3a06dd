import { type Static, Type } from 'typebox';
import { RUN_STATUSES } from './constants.js';
import { Guid, Timestamp } from './result.js';

/** Identifiers are integers that a JSON number can hold without loss. */
const AnyGlobalId = Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER });

/** Global id of a project or a test plan: positive (section 2, identifiers). */
export const GlobalId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

/** Test point as given at run creation (section 2). These two ids are integers, positive or not. */
export const TestPoint = Type.Object(
  { configurationGlobalId: AnyGlobalId, testCaseGlobalId: AnyGlobalId },
  { $id: 'TestPoint', additionalProperties: false },
);
export type TestPoint = Static<typeof TestPoint>;

/** Body of `POST /api/Public/CreateTestRun` (section 4). */
export const CreateRun = Type.Object(
  {
    projectGlobalId: GlobalId,
    testPlanGlobalId: GlobalId,
    testPoints: Type.Array(Type.Unsafe<TestPoint>(Type.Ref('TestPoint'))),
  },
  { $id: 'CreateRun', additionalProperties: false },
);
export type CreateRun = Static<typeof CreateRun>;

/** Answer of `POST /api/Public/CreateTestRun`. We chose its shape, because the interface does not show it. */
export const CreatedRun = Type.Object({ id: Guid }, { $id: 'CreatedRun' });
export type CreatedRun = Static<typeof CreatedRun>;

const Count = Type.Integer({ minimum: 0 });

/** Number of a run's test points with each result. Those without a result are In progress (section 2). */
export const TestPointCounts = Type.Object({
  total: Count,
  Passed: Count,
  Skipped: Count,
  Blocked: Count,
  'In progress': Count,
  Failed: Count,
});
export type TestPointCounts = Static<typeof TestPointCounts>;

/** Element of the answer of `GET /api/Public/GetTestRuns/{projectId}`. We chose its shape. */
export const RunRecord = Type.Object(
  {
    id: Guid,
    projectGlobalId: Type.Union([GlobalId, Type.Null()]),
    testPlanGlobalId: Type.Union([GlobalId, Type.Null()]),
    status: Type.Enum(RUN_STATUSES),
    createdOn: Timestamp,
    startedOn: Type.Union([Timestamp, Type.Null()]),
    completedOn: Type.Union([Timestamp, Type.Null()]),
    testPoints: TestPointCounts,
  },
  { $id: 'RunRecord' },
);
export type RunRecord = Static<typeof RunRecord>;

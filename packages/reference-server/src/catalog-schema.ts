import { GlobalId, Guid, TestPoint } from '@testpoint/interface';
import { type Static, Type } from 'typebox';

const closed = { additionalProperties: false };
const Name = Type.Optional(Type.String());
const NonEmpty = Type.String({ minLength: 1 });
const AnyGlobalId = Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER });

/**
 * Everything that exists in the service before any run: steps 2 to 5 of the workflow (section 1). In a real service, users
 * create it in the system's user interface.
 */
export const CatalogSchema = Type.Object(
  {
    users: Type.Array(Type.Object({ userName: NonEmpty, secretKey: NonEmpty }, closed)),
    projects: Type.Array(Type.Object({ globalId: GlobalId, name: Name }, closed)),
    configurations: Type.Array(
      Type.Object({ globalId: AnyGlobalId, id: Guid, projectGlobalId: GlobalId, name: Name }, closed),
    ),
    testCases: Type.Array(
      Type.Object(
        { globalId: AnyGlobalId, projectGlobalId: GlobalId, name: Name, autoTests: Type.Array(NonEmpty) },
        closed,
      ),
    ),
    testPlans: Type.Array(
      Type.Object(
        {
          globalId: GlobalId,
          projectGlobalId: GlobalId,
          name: Name,
          testPoints: Type.Array(Type.Object(TestPoint.properties, closed)),
        },
        closed,
      ),
    ),
  },
  closed,
);
export type CatalogContent = Static<typeof CatalogSchema>;

import { type Static, Type } from 'typebox';
import { Guid } from './result.js';

/** Answer of `POST /api/Public/attachment`. We chose its shape, because the interface does not show it. */
export const Attachment = Type.Object(
  {
    id: Guid,
    name: Type.String(),
    contentType: Type.String(),
    /** Bytes. */
    size: Type.Integer({ minimum: 0 }),
  },
  { $id: 'Attachment' },
);
export type Attachment = Static<typeof Attachment>;

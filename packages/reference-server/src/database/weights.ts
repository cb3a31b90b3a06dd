import { STATUS_WEIGHTS } from '@testpoint/interface/constants';

/** A test point's status (section 2). */
export type PointStatus = keyof typeof STATUS_WEIGHTS;

/** The weight of the Skipped that stop and complete fill in; lower than that of any real result. */
export const FILLER_WEIGHT = 0;

const statusByWeight = new Map<number, PointStatus>([
  [FILLER_WEIGHT, 'Skipped'],
  ...Object.entries(STATUS_WEIGHTS).map(([status, weight]) => [weight, status as PointStatus] as const),
]);

/** The status of a stored weight. */
export function statusOfWeight(weight: number): PointStatus {
  const status = statusByWeight.get(weight);
  if (status === undefined) throw new Error(`No status has the weight ${weight}.`);
  return status;
}

/** The stored weights of a status. */
export function weightsOf(status: PointStatus): number[] {
  return [...statusByWeight].flatMap(([weight, name]) => (name === status ? [weight] : []));
}

/** Whether an autotest with this weight has no real result. */
export function isMissing(weight: number): boolean {
  return weight === FILLER_WEIGHT || weight === STATUS_WEIGHTS['In progress'];
}

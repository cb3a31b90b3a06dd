/**
 * Shares jobs among lanes that work at the same time. If a lane throws, the others get no more jobs, and this throws when they
 * have ended.
 * @param lane does the jobs that it takes from the iterable, which all lanes share
 */
export async function inLanes<Job>(
  jobs: Iterable<Job>,
  count: number,
  lane: (jobs: Iterable<Job>, number: number) => Promise<void>,
): Promise<void> {
  const rest = each(jobs);
  const one = (_: unknown, number: number) => lane(rest, number).finally(() => rest.return());
  const ends = await Promise.allSettled(Array.from({ length: count }, one));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

function* each<Job>(jobs: Iterable<Job>): Generator<Job, void> {
  yield* jobs;
}

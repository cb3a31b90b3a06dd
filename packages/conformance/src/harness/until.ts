/** Waits until a condition holds, checking every few milliseconds. */
export async function until<T>(look: () => T | undefined | Promise<T | undefined>, patience = 150_000): Promise<T> {
  const end = Date.now() + patience;
  for (;;) {
    const seen = await look();
    if (seen !== undefined) return seen;
    if (Date.now() > end) throw new Error('The condition did not hold in time');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

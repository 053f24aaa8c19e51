/** Enough to see what is wrong; when everything fails, the ten-thousandth error says nothing new. */
const MOST_KEPT = 10;

/**
 * Acts on each item after the one before is settled, so that a failure does not cost the others their turn.
 * @throws AggregateError of the first that failed, when the last has had its turn
 */
export async function forEachSettled<T>(items: Iterable<T> | AsyncIterable<T>, act: (item: T) => Promise<unknown>): Promise<void> {
  const errors: unknown[] = [];
  let failed = 0;
  for await (const item of items) {
    try {
      await act(item);
    } catch (error) {
      failed += 1;
      if (failed <= MOST_KEPT) errors.push(error);
    }
  }
  if (failed > 0) throw new AggregateError(errors, `${failed} failed, the first: ${messageOf(errors[0])}`);
}

/** All ids there are, fetched page by page in their order. */
export async function* idsAfter(pageAfter: (last: number) => Promise<readonly number[]>): AsyncGenerator<number> {
  for (let ids = await pageAfter(0); ids.length > 0; ids = await pageAfter(ids.at(-1) ?? 0)) yield* ids;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

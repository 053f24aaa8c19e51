import type { Clock } from './ports/clock.js';

/** A client takes a download as slowly as it likes: for hours, over which its person may lose what they were admitted to. */
const LONGEST_MS = 1_000;

/**
 * Parts of a download, as long as its reader is admitted. Parts within a second of the last check are not checked again.
 *
 * @param admit throws for a person who may no longer have them; the download breaks off there
 */
export async function* whileAdmitted<T>(parts: AsyncIterable<T>, admit: () => Promise<void>, clock: Clock): AsyncGenerator<T> {
  let admittedAt = clock.now().getTime();
  for await (const part of parts) {
    if (clock.now().getTime() - admittedAt > LONGEST_MS) {
      await admit();
      admittedAt = clock.now().getTime();
    }
    yield part;
  }
}

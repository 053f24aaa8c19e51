import type { RecordedEvent } from '../../domain/audit-filter.js';
import { toEventResponse } from './audit-response.js';

export const NDJSON = 'application/x-ndjson';

/** One event a line. */
export async function* linesOf(batches: AsyncIterable<readonly RecordedEvent[]>): AsyncGenerator<string> {
  for await (const batch of batches) yield batch.map((event) => `${JSON.stringify(toEventResponse(event))}\n`).join('');
}

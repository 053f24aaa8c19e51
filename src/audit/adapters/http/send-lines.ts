import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import type { RecordedEvent } from '../../domain/audit-filter.js';
import { toEventResponse } from './audit-response.js';

export const NDJSON = 'application/x-ndjson';

/**
 * One event a line. A batch is fetched when the one before has gone out, so a slow client costs nothing but time, and one
 * that leaves stops the reading.
 */
export async function sendLines(
  response: Response,
  filename: string,
  batches: AsyncIterable<readonly RecordedEvent[]>,
): Promise<void> {
  response.set({
    'Content-Type': NDJSON,
    'Content-Disposition': `attachment; filename="${filename}"`,
    'Cache-Control': 'no-store',
  });
  if (response.req.method === 'HEAD') {
    response.end();
    return;
  }
  try {
    await pipeline(Readable.from(textOf(batches), { highWaterMark: 1 }), response);
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

async function* textOf(batches: AsyncIterable<readonly RecordedEvent[]>): AsyncGenerator<string> {
  for await (const batch of batches) yield batch.map((event) => `${JSON.stringify(toEventResponse(event))}\n`).join('');
}

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import type { MemberReport } from '../../domain/member.js';
import { CSV_HEADER, csvLineOf } from './member-csv.js';

export const CSV = 'text/csv; charset=utf-8';

/** A batch is read when the one before has gone out; one who leaves stops the reading. */
export async function sendCsv(
  response: Response,
  filename: string,
  batches: AsyncIterable<readonly MemberReport[]>,
): Promise<void> {
  response.set({
    'Content-Type': CSV,
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

async function* textOf(batches: AsyncIterable<readonly MemberReport[]>): AsyncGenerator<string> {
  yield CSV_HEADER;
  for await (const batch of batches) if (batch.length > 0) yield batch.map(csvLineOf).join('');
}

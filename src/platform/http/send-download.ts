import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/**
 * Answers with a file of any length. A part is read when the previous one has gone out, so a slow client costs only
 * time, and one that leaves stops the reading.
 */
export async function sendDownload(
  response: Response,
  file: { readonly name: string; readonly type: string; readonly parts: AsyncIterable<string | Uint8Array>; readonly length?: number },
): Promise<void> {
  response.set({
    'Content-Type': file.type,
    'Content-Disposition': `attachment; filename="${file.name}"`,
    'Cache-Control': 'no-store',
    ...(file.length !== undefined && { 'Content-Length': String(file.length) }),
  });
  if (response.req.method === 'HEAD') {
    response.end();
    return;
  }
  try {
    await pipeline(Readable.from(file.parts, { highWaterMark: 1 }), response);
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

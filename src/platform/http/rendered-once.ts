import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Request, Response } from 'express';

const compress = promisify(gzip);

interface Rendered {
  readonly plain: Representation;
  readonly gzipped: Representation;
}

interface Representation {
  readonly bytes: Buffer;
  readonly etag: string;
}

/**
 * Serves bytes that are the same for everyone as long as this process lives. They are made at the first request, once
 * for all simultaneous ones, and kept compressed too: a stranger who asks again costs one write, or a 304.
 */
export function renderedOnce(
  type: string,
  make: () => Buffer | string | Promise<Buffer>,
): (request: Request, response: Response) => Promise<void> {
  let rendered: Promise<Rendered> | undefined;
  const renderedBytes = (): Promise<Rendered> => {
    rendered ??= render(make).catch((error: unknown) => {
      rendered = undefined;
      throw error;
    });
    return rendered;
  };
  return async (request, response) => {
    const { plain, gzipped } = await renderedBytes();
    const isGzipped = request.acceptsEncodings('gzip', 'identity') === 'gzip';
    const { bytes, etag } = isGzipped ? gzipped : plain;
    response.vary('Accept-Encoding');
    response.setHeader('ETag', etag);
    // Another version of the service has other bytes at the same address: clients revalidate each time, and get 304.
    response.setHeader('Cache-Control', 'public, no-cache');
    if (request.fresh) {
      response.status(304).end();
      return;
    }
    response.setHeader('Content-Type', type);
    response.setHeader('Content-Length', bytes.length);
    if (isGzipped) response.setHeader('Content-Encoding', 'gzip');
    response.end(bytes);
  };
}

async function render(make: () => Buffer | string | Promise<Buffer>): Promise<Rendered> {
  const bytes = Buffer.from(await make());
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  // Strong tags name bytes, and compressed ones are others (RFC 9110 section 8.8.3.3).
  return {
    plain: { bytes, etag: `"${hash}"` },
    gzipped: { bytes: await compress(bytes), etag: `"${hash}-gzip"` },
  };
}

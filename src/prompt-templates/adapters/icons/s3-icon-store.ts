import type { S3Client } from '@aws-sdk/client-s3';
import { type S3Settings, connectS3 } from '../../../platform/s3/s3-client.js';
import { Unavailable } from '../../../shared/domain-error.js';
import { IconStore } from '../../application/ports/template-icons.js';
import type { IconFile } from '../../domain/icon-file.js';
import { typeOfKey } from '../../domain/icon-key.js';

const REACH_MS = 20 * 60_000;
const PATIENCE_MS = 10_000;
/** The content under a key never changes. */
const CACHE_CONTROL = 'private, max-age=900, immutable';

/** A bucket of S3, or of a compatible service. */
export class S3IconStore extends IconStore {
  private client: Promise<S3Client> | undefined;

  constructor(private readonly settings: S3Settings) {
    super();
  }

  put(key: string, { type, bytes }: IconFile): Promise<void> {
    return orUnavailable(async () => {
      const { PutObjectCommand } = await import('@aws-sdk/client-s3');
      const object = { ...this.at(key), Body: bytes, ContentType: type, CacheControl: CACHE_CONTROL };
      await (await this.connected()).send(new PutObjectCommand(object), patience());
    });
  }

  get(key: string): Promise<Uint8Array | null> {
    return orUnavailable(async () => {
      const { GetObjectCommand } = await import('@aws-sdk/client-s3');
      try {
        const { Body } = await (await this.connected()).send(new GetObjectCommand(this.at(key)), patience());
        return (await Body?.transformToByteArray()) ?? null;
      } catch (error) {
        if ((error as Error).name === 'NoSuchKey') return null;
        throw error;
      }
    });
  }

  remove(key: string): Promise<void> {
    return orUnavailable(async () => {
      const { DeleteObjectCommand } = await import('@aws-sdk/client-s3');
      await (await this.connected()).send(new DeleteObjectCommand(this.at(key)), patience());
    });
  }

  /** Made here, without asking the bucket. */
  async linkTo(key: string, expires: Date): Promise<string> {
    const { GetObjectCommand } = await import('@aws-sdk/client-s3');
    const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner');
    const type = typeOfKey(key);
    const command = new GetObjectCommand({
      ...this.at(key),
      ResponseContentType: type ?? 'application/octet-stream',
      // The bucket sends no content security policy, without which an SVG that is opened by itself is a page that runs.
      ...(type === 'image/svg+xml' && { ResponseContentDisposition: 'attachment' }),
    });
    // Dated back from the expiry, by the reach of a link at most, so that the same icon has the same link for a while.
    const signingDate = new Date(Math.min(Date.now(), expires.getTime() - REACH_MS));
    const expiresIn = Math.round((expires.getTime() - signingDate.getTime()) / 1000);
    return getSignedUrl(await this.connected(), command, { expiresIn, signingDate });
  }

  private at(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.settings.bucket, Key: key };
  }

  private connected(): Promise<S3Client> {
    this.client ??= connectS3(this.settings);
    return this.client;
  }
}

function patience(): { abortSignal: AbortSignal } {
  return { abortSignal: AbortSignal.timeout(PATIENCE_MS) };
}

/** A client cannot mend a fault between the bucket and us, and its message names what a client must not know. */
async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch {
    throw new Unavailable('Icons cannot be stored or read right now. Try again shortly.');
  }
}

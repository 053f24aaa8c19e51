import type { S3Client } from '@aws-sdk/client-s3';
import { type S3Settings, connectS3 } from '../../../platform/s3/s3-client.js';
import { ArchiveStore } from '../../application/ports/archive-store.js';

const PATIENCE_MS = 60_000;

/** A bucket, which stores an object as a whole or not at all. */
export class S3ArchiveStore extends ArchiveStore {
  private client: Promise<S3Client> | undefined;

  constructor(private readonly settings: S3Settings) {
    super();
  }

  async put(file: string, bytes: Uint8Array): Promise<void> {
    const { PutObjectCommand } = await import('@aws-sdk/client-s3');
    const object = { Bucket: this.settings.bucket, Key: file, Body: bytes, ContentType: 'application/x-ndjson' };
    await (await this.connected()).send(new PutObjectCommand(object), patience());
  }

  async get(file: string): Promise<Uint8Array | null> {
    const { GetObjectCommand } = await import('@aws-sdk/client-s3');
    try {
      const asked = new GetObjectCommand({ Bucket: this.settings.bucket, Key: file });
      const { Body } = await (await this.connected()).send(asked, patience());
      return (await Body?.transformToByteArray()) ?? null;
    } catch (error) {
      if ((error as Error).name === 'NoSuchKey') return null;
      throw error;
    }
  }

  private connected(): Promise<S3Client> {
    this.client ??= connectS3(this.settings);
    return this.client;
  }
}

function patience(): { abortSignal: AbortSignal } {
  return { abortSignal: AbortSignal.timeout(PATIENCE_MS) };
}

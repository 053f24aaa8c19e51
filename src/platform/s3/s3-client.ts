import type { S3Client } from '@aws-sdk/client-s3';
import type { Config } from '../config/config.js';

export type S3Settings = NonNullable<Config['icons']['s3']>;

/** The S3 client is loaded only when it is needed. */
export async function connectS3({ endpoint, region, accessKey, secretKey }: S3Settings): Promise<S3Client> {
  const { S3Client } = await import('@aws-sdk/client-s3');
  return new S3Client({
    region,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    // Stores other than AWS often do not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
  });
}

import { join, resolve } from 'node:path';
import type { Environment } from './environment.js';

export interface IconsConfig {
  readonly directory: string;
  /** Instead of the directory. */
  readonly s3:
    | {
        /** `undefined`: that of AWS for the region. */
        readonly endpoint: string | undefined;
        readonly bucket: string;
        readonly region: string;
        readonly accessKey: string;
        readonly secretKey: string;
      }
    | undefined;
}

const NEEDED = ['ICONS_S3_BUCKET', 'ICONS_S3_ACCESS_KEY', 'ICONS_S3_SECRET_KEY'] as const;

/** A directory, or a bucket as soon as any setting of a bucket is present. */
export function iconsOf(env: Environment, dataDirectory: string): IconsConfig {
  const directory = resolve(env.text('ICONS_DIR') ?? join(dataDirectory, 'icons'));
  const endpoint = env.url('ICONS_S3_ENDPOINT', ['http:', 'https:']);
  const [bucket, accessKey, secretKey] = NEEDED.map((name) => env.text(name));
  const region = env.text('ICONS_S3_REGION') ?? 'us-east-1';
  if ([endpoint, bucket, accessKey, secretKey].every((value) => value === undefined)) {
    return { directory, s3: undefined };
  }
  for (const name of NEEDED) {
    if (env.text(name) === undefined) env.reject(name, 'is required when icons are kept in S3');
  }
  if (endpoint !== undefined && (endpoint.username !== '' || endpoint.search !== '')) {
    env.reject('ICONS_S3_ENDPOINT', 'must be a plain URL, without credentials and query');
  }
  if (bucket !== undefined && !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) {
    env.reject('ICONS_S3_BUCKET', 'must be the name of a bucket');
  }
  const keys = { bucket: bucket ?? '', accessKey: accessKey ?? '', secretKey: secretKey ?? '' };
  return { directory, s3: { endpoint: endpoint?.href, region, ...keys } };
}

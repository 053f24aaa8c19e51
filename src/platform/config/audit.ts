import { join, resolve } from 'node:path';
import type { Environment } from './environment.js';
import { type IconsConfig, iconsOf } from './icons.js';
import { networksOf } from './networks.js';

export interface AuditConfig {
  /** `null`: events stay forever. */
  readonly retentionDays: number | null;
  readonly archive: { readonly directory: string; readonly s3: IconsConfig['s3'] };
  /** Where webhooks may be: as `sso.networks`. */
  readonly webhookNetworks: readonly string[];
}

/** A directory, or a bucket of its own in the object store that icons have. */
export function auditOf(env: Environment, dataDirectory: string, isLocal: boolean): AuditConfig {
  const webhookNetworks = networksOf(env, 'WEBHOOK_NETWORKS', isLocal);
  const isKept = env.text('AUDIT_RETENTION_DAYS') === undefined;
  const retentionDays = isKept ? null : env.integer('AUDIT_RETENTION_DAYS', { min: 30, max: 36_500, default: 36_500 });
  const chosen = env.text('AUDIT_ARCHIVE_DIR');
  const directory = resolve(chosen ?? join(dataDirectory, 'audit-archive'));
  const bucket = env.text('AUDIT_ARCHIVE_S3_BUCKET');
  // The data directory may be a layer of a container that ends with it: rows of a database elsewhere must not be
  // deleted for a copy there.
  if (!isKept && env.text('DATABASE_URL') !== undefined && chosen === undefined && bucket === undefined)
    env.reject(
      'AUDIT_RETENTION_DAYS',
      'needs a place that outlives this machine: name one with AUDIT_ARCHIVE_DIR or AUDIT_ARCHIVE_S3_BUCKET',
    );
  if (bucket === undefined) return { retentionDays, webhookNetworks, archive: { directory, s3: undefined } };
  const { s3 } = iconsOf(env, dataDirectory);
  if (s3 === undefined) env.reject('AUDIT_ARCHIVE_S3_BUCKET', 'needs the object store of ICONS_S3_*');
  return { retentionDays, webhookNetworks, archive: { directory, s3: s3 && { ...s3, bucket } } };
}

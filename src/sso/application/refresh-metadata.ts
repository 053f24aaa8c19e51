import { Injectable } from '@nestjs/common';
import { forEachSettled, idsAfter } from '../../shared/for-each-settled.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import type { SamlConnection, Certificate } from '../domain/connection.js';
import { SsoFailed } from '../domain/sso.errors.js';
import { CertificateWatch, Connections } from './ports/connections.js';
import { type ProviderMetadata, SamlMetadata } from './ports/saml-metadata.js';
import { isExpired } from '../domain/trust-change.js';

const MOST_CERTIFICATES = 10;

/** @throws SsoFailed ISSUER_MISMATCH when the document belongs to another provider */
function newCertificates(
  connection: SamlConnection,
  found: { readonly entityId: string; readonly certificates: readonly Certificate[] },
  now: Date,
): readonly Certificate[] {
  if (found.entityId !== connection.issuer)
    throw new SsoFailed('ISSUER_MISMATCH', 'The metadata belongs to another provider.', `It names ${found.entityId}.`);
  const known = new Set(connection.settings.certificates.map(({ fingerprint }) => fingerprint));
  const fresh = found.certificates.filter((one) => !known.has(one.fingerprint) && !isExpired(one, now));
  return fresh.slice(0, Math.max(0, MOST_CERTIFICATES - known.size));
}

const AT_ONCE = 100;

/**
 * Adds new certificates where providers publish them, so that a renewed key locks no one out. It only adds: another
 * issuer, another address or the end of a certificate is not accepted from a document that anyone with access to that
 * one server can change.
 */
@Injectable()
export class RefreshMetadata {
  constructor(
    private readonly watch: CertificateWatch,
    private readonly connections: Connections,
    private readonly metadata: SamlMetadata,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** Runs outside any unit of work. May be run again at any time. */
  execute(): Promise<void> {
    const publishing = idsAfter((last) => this.watch.publishingAfter(last, AT_ONCE));
    return forEachSettled(publishing, (id) => this.refresh(id));
  }

  private async refresh(id: number): Promise<void> {
    const connection = await this.connections.find(id);
    if (connection?.type !== 'saml' || connection.settings.metadataUrl === null) return;
    try {
      const { metadataUrl } = connection.settings;
      const found = await this.metadata.fetch(metadataUrl, connection.organizationId, connection.issuer);
      await this.unitOfWork.run(() => this.take(id, metadataUrl, found));
    } catch (error) {
      if (!(error instanceof SsoFailed)) throw error;
      const detail = { source: 'metadata_url', fault: error.fault };
      await this.auditTrail.record({ ...eventOf(connection), outcome: 'refused', detail });
    }
  }

  private async take(id: number, metadataUrl: string, found: ProviderMetadata): Promise<void> {
    const connection = await this.connections.lock(id);
    // The connection was changed while the provider was asked.
    if (connection?.type !== 'saml' || connection.settings.metadataUrl !== metadataUrl) return;
    const now = this.clock.now();
    const added = newCertificates(connection, found, now);
    if (added.length === 0) return;
    const certificates = [...connection.settings.certificates, ...added];
    const settings = { ...connection.settings, certificates };
    await this.connections.save({ ...connection, settings, updatedAt: now }, undefined);
    const fingerprints = added.map(({ fingerprint }) => fingerprint);
    const detail = { source: 'metadata_url', certificates_added: fingerprints };
    await this.auditTrail.record({ ...eventOf(connection), outcome: 'success', detail });
  }
}

function eventOf({ id, organizationId }: SamlConnection) {
  const target = { type: 'sso_connection', id };
  return { action: 'sso.connection.changed', actorUserId: null, organizationId, target };
}

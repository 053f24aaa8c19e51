import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { domainOf } from '../domain/address-domain.js';
import { Identities, type Identity } from './ports/identities.js';
import { OwnedDomains } from './ports/domain-names.js';

/**
 * The owner of an account has come: from now on, only providers of organizations that speak for the domain of the
 * address lead to it.
 */
@Injectable()
export class DiscardForeignLinks {
  constructor(
    private readonly identities: Identities,
    private readonly domains: OwnedDomains,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** Joins the unit of work of the claim, in which the account is locked and its sessions end. */
  async execute({ userId, emailKey }: { userId: number; emailKey: string }): Promise<void> {
    const domain = domainOf(emailKey);
    for (const identity of await this.identities.ofUser(userId)) {
      const standing = await this.domains.standingOf(identity.organizationId, domain);
      // One whose domain another organization has taken speaks for nobody in it any more.
      if (standing === 'verified' || standing === 'drifted') continue;
      await this.discard(identity, { userId, by: userId, reason: 'account_claimed' });
    }
  }

  /** Another person has the address: no provider leads to the account any more. Joins the unit of work. */
  async all(userId: number): Promise<void> {
    for (const identity of await this.identities.ofUser(userId))
      await this.discard(identity, { userId, by: null, reason: 'account_retired' });
  }

  private async discard(
    { id, organizationId, connectionId }: Pick<Identity, 'id' | 'organizationId' | 'connectionId'>,
    { userId, by, reason }: { userId: number; by: number | null; reason: string },
  ): Promise<void> {
    await this.identities.remove(organizationId, id);
    await this.auditTrail.record({
      action: 'sso.identity.unlinked',
      outcome: 'success',
      actorUserId: by,
      organizationId,
      target: { type: 'user', id: userId },
      detail: { sso_identity_id: id, connection_id: connectionId, reason },
    });
  }
}

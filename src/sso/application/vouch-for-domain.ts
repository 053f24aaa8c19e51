import { Injectable } from '@nestjs/common';
import { mintToken } from '../../shared/one-time-token.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { ClaimedDomains } from './ports/claimed-domains.js';

/**
 * The operator of the installation says who owns a domain when no DNS can: for the demo, whose domains are reserved for
 * examples (RFC 2606). It stays so until the DNS has shown the record once; from then on the DNS has to keep showing
 * it.
 */
@Injectable()
export class VouchForDomain {
  constructor(
    private readonly domains: ClaimedDomains,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @param input.domain in ASCII and lower case @throws DomainClaimed, DomainTaken */
  execute({ organizationId, domain }: { organizationId: number; domain: string }): Promise<void> {
    return this.unitOfWork.run(async () => {
      const at = this.clock.now();
      const { token: challenge } = mintToken();
      const claim = await this.domains.add({ organizationId, domain, challenge, connectionId: null, createdAt: at });
      await this.domains.vouch(claim.id, at);
      await this.auditTrail.record({
        action: 'sso.domain.verified',
        outcome: 'success',
        actorUserId: null,
        organizationId,
        target: { type: 'sso_domain', id: claim.id },
        detail: { domain, vouched_for: true },
      });
    });
  }
}

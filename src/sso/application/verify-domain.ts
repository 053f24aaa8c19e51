import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound, RateLimited } from '../../shared/domain-error.js';
import { AttemptThrottle } from '../../shared/ports/attempt-throttle.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { type ClaimedDomain, type DnsFinding, afterCheck, recordName, verdictOf } from '../domain/claimed-domain.js';
import { DomainNotVerified, DomainTaken } from '../domain/domain.errors.js';
import { verificationThrottle } from '../domain/probe-throttle.js';
import { EnterDomain } from './enter-domain.js';
import { ClaimedDomains } from './ports/claimed-domains.js';
import { DomainRecords } from './ports/domain-names.js';
import { TakeDomain } from './take-domain.js';

/** Asks the DNS whether a domain is the organization's own. */
@Injectable()
export class VerifyDomain {
  constructor(
    private readonly enterDomain: EnterDomain,
    private readonly domains: ClaimedDomains,
    private readonly records: DomainRecords,
    private readonly takeDomain: TakeDomain,
    private readonly throttle: AttemptThrottle,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFound, Forbidden, RateLimited, DomainNotVerified, DomainTaken */
  async execute(caller: Caller, domainId: number): Promise<ClaimedDomain> {
    const { organizationId, domain } = await this.enterDomain.execute(caller, 'sso.manage', domainId);
    const event = {
      action: 'sso.domain.verified',
      actorUserId: caller.userId,
      organizationId,
      target: { type: 'sso_domain', id: domainId },
    };
    return recordRefusal(this.auditTrail, event, async () => {
      const wait = await this.throttle.waitSeconds(verificationThrottle(organizationId));
      if (wait > 0) throw new RateLimited(wait);
      const finding = await this.records.look(recordName(domain));
      if (await this.isShown(domainId, finding)) {
        const claim = await this.takeDomain.execute({ domainId, actorUserId: caller.userId });
        if (claim !== null) return claim;
        await this.fail(organizationId);
        throw new DomainTaken();
      }
      await this.fail(organizationId);
      throw new DomainNotVerified(finding);
    });
  }

  /** The result is stored either way, so that a domain which lost its record shows it at once. */
  private isShown(domainId: number, finding: DnsFinding): Promise<boolean> {
    return this.unitOfWork.run(async () => {
      const claim = await this.domains.lock(domainId);
      if (claim === null) throw new NotFound('Domain');
      const verdict = verdictOf(claim, finding);
      if (verdict === 'shown') return true;
      const { status, misses } = claim.status === 'pending' ? claim : afterCheck(claim, verdict, this.clock.now());
      if (claim.status === 'pending' || misses > claim.misses)
        await this.domains.recordChecks([{ id: domainId, status, misses }], this.clock.now());
      return false;
    });
  }

  private async fail(organizationId: number): Promise<void> {
    const wait = await this.unitOfWork.run(() => this.throttle.settle(verificationThrottle(organizationId), 'failure'));
    if (wait > 0) throw new RateLimited(wait);
  }
}

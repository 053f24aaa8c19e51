import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound, assertSeen } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { versionOf } from '../domain/claimed-domain.js';
import { EnterDomain } from './enter-domain.js';
import { KeepSignOnOpen } from './keep-sign-on-open.js';
import { ClaimedDomains } from './ports/claimed-domains.js';

/** From now on, addresses of the domain link no new people; linked people keep logging in. */
@Injectable()
export class ReleaseDomain {
  constructor(
    private readonly enterDomain: EnterDomain,
    private readonly keepSignOnOpen: KeepSignOnOpen,
    private readonly domains: ClaimedDomains,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** @param input.expectedVersion `null` for any @throws NotFound, Forbidden, EditedMeanwhile, DomainRequired */
  async execute(input: { caller: Caller; domainId: number; expectedVersion: number | null }): Promise<void> {
    const { caller, domainId, expectedVersion } = input;
    const { organizationId } = await this.enterDomain.execute(caller, 'sso.manage', domainId);
    const event = {
      action: 'sso.domain.released',
      actorUserId: caller.userId,
      organizationId,
      target: { type: 'sso_domain', id: domainId },
    };
    await recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        await this.keepSignOnOpen.hold(organizationId);
        const claim = await this.domains.lock(domainId);
        if (claim === null) throw new NotFound('Domain');
        assertSeen(expectedVersion, versionOf(claim));
        await this.keepSignOnOpen.assertCanRelease(claim);
        await this.domains.remove(domainId);
        const { domain, status } = claim;
        await this.auditTrail.record({ ...event, outcome: 'success', detail: { domain, status } });
      }),
    );
  }
}

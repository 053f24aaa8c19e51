import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound, ValidationFailed, assertSeen } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { type ClaimedDomain, versionOf } from '../domain/claimed-domain.js';
import { EnterDomain } from './enter-domain.js';
import { KeepSignOnOpen } from './keep-sign-on-open.js';
import { ClaimedDomains } from './ports/claimed-domains.js';

interface Routing {
  readonly caller: Caller;
  readonly domainId: number;
  readonly connectionId: number | null;
  readonly expectedVersion: number | null;
}

/** Chooses the connection through which people of a domain log in. */
@Injectable()
export class RouteDomain {
  constructor(
    private readonly enterDomain: EnterDomain,
    private readonly keepSignOnOpen: KeepSignOnOpen,
    private readonly domains: ClaimedDomains,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
  ) {}

  /**
   * @param input.expectedVersion `null` for any
   * @throws NotFound, Forbidden, EditedMeanwhile, ConnectionRequired, ValidationFailed when the organization has no such connection
   */
  async execute(input: Routing): Promise<ClaimedDomain> {
    const { caller, domainId, connectionId, expectedVersion } = input;
    const { organizationId } = await this.enterDomain.execute(caller, 'sso.manage', domainId);
    const event = {
      action: 'sso.domain.routed',
      actorUserId: caller.userId,
      organizationId,
      target: { type: 'sso_domain', id: domainId },
    };
    return recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        await this.keepSignOnOpen.hold(organizationId);
        const claim = await this.domains.lock(domainId);
        if (claim === null) throw new NotFound('Domain');
        assertSeen(expectedVersion, versionOf(claim));
        await this.keepSignOnOpen.assertLeadsIn(organizationId, connectionId);
        if (!(await this.domains.route(claim, connectionId)))
          throw new ValidationFailed([{ field: 'connection_id', message: 'The organization has no such connection.' }]);
        const detail = { domain: claim.domain, connection_id: connectionId };
        await this.auditTrail.record({ ...event, outcome: 'success', detail });
        return { ...claim, connectionId };
      }),
    );
  }
}

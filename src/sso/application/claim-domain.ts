import { Injectable } from '@nestjs/common';
import { LockOrganization } from '../../organizations/application/lock-organization.js';
import type { Caller } from '../../shared/caller.js';
import { NotFound, ValidationFailed } from '../../shared/domain-error.js';
import { mintToken } from '../../shared/one-time-token.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import type { ClaimedDomain } from '../domain/claimed-domain.js';
import { TooManyDomains } from '../domain/domain.errors.js';
import { ClaimedDomains } from './ports/claimed-domains.js';
import { type DomainName, DomainNames } from './ports/domain-names.js';
import type { Sentence } from '../../shared/sentence.js';

const MOST = 200;

const REFUSALS: Readonly<Record<Exclude<DomainName['kind'], 'own'>, Sentence>> = {
  malformed: 'Must be a domain such as corp.example.',
  suffix: 'Send a domain of your own: others can register domains below this one.',
  public_mail: 'Send a domain of your own: anyone can have an address of this mail service.',
};

/** Any organization may claim a domain: the claim has no effect until the DNS shows the record. */
@Injectable()
export class ClaimDomain {
  constructor(
    private readonly access: AccessControl,
    private readonly lockOrganization: LockOrganization,
    private readonly domains: ClaimedDomains,
    private readonly names: DomainNames,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws Forbidden, NotFound, ValidationFailed, DomainClaimed, TooManyDomains */
  async execute(input: { caller: Caller; organizationId: number; domain: string }): Promise<ClaimedDomain> {
    const { caller, organizationId } = input;
    await this.access.require(caller, 'sso.manage', { organizationId });
    const event = { action: 'sso.domain.claimed', actorUserId: caller.userId, organizationId };
    return recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        const read = this.names.read(input.domain);
        if (read.kind !== 'own') throw new ValidationFailed([{ field: 'domain', message: REFUSALS[read.kind] }]);
        if (!(await this.lockOrganization.execute(organizationId, 'alone'))) throw new NotFound('Organization');
        if ((await this.domains.countOf(organizationId)) >= MOST) throw new TooManyDomains(MOST);
        // Published in the DNS, so not secret; random, so that the record cannot be set before it is asked for.
        const { token: challenge } = mintToken();
        const claim = await this.domains.add({
          organizationId,
          domain: read.name,
          challenge,
          connectionId: null,
          createdAt: this.clock.now(),
        });
        const target = { type: 'sso_domain', id: claim.id };
        await this.auditTrail.record({ ...event, outcome: 'success', target, detail: { domain: claim.domain } });
        return claim;
      }),
    );
  }
}

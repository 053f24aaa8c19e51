import { Injectable } from '@nestjs/common';
import { ListHolders } from '../../organizations/application/list-holders.js';
import { NotFound } from '../../shared/domain-error.js';
import { mailTo } from '../../shared/mail-to.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { Mailer } from '../../shared/ports/mailer.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import type { ClaimedDomain } from '../domain/claimed-domain.js';
import { DomainTaken } from '../domain/domain.errors.js';
import { domainContestedMail, domainLostMail } from '../domain/sso-mails.js';
import { ClaimedDomains } from './ports/claimed-domains.js';

/** Gives a domain to the organization that has just shown it, unless another one still shows it. */
@Injectable()
export class TakeDomain {
  constructor(
    private readonly domains: ClaimedDomains,
    private readonly listHolders: ListHolders,
    private readonly mailer: Mailer,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @returns `null` when another organization holds it, whose administrators are then told @throws NotFound */
  async execute(input: { domainId: number; actorUserId: number }): Promise<ClaimedDomain | null> {
    try {
      return await this.unitOfWork.run(() => this.take(input));
    } catch (error) {
      // Two organizations showed it at once, and the other one was faster.
      if (error instanceof DomainTaken) return null;
      throw error;
    }
  }

  private async take({ domainId, actorUserId }: { domainId: number; actorUserId: number }): Promise<ClaimedDomain | null> {
    const claim = await this.domains.lock(domainId);
    if (claim === null) throw new NotFound('Domain');
    const at = this.clock.now();
    const holder = claim.status === 'pending' ? await this.domains.lockHolderOf(claim.domain) : null;
    if (holder?.status === 'verified') {
      await this.tell(claim, holder, at);
      return null;
    }
    // It lapsed, and its present owner has shown it.
    if (holder !== null) await this.domains.recordChecks([{ ...holder, status: 'pending' }], at);
    await this.domains.recordChecks([{ id: domainId, status: 'verified', misses: 0 }], at);
    const { organizationId, domain, status } = claim;
    const target = { type: 'sso_domain', id: domainId };
    const event = { action: 'sso.domain.verified', outcome: 'success', actorUserId, organizationId, target } as const;
    await this.auditTrail.record({ ...event, detail: { domain, status_before: status } });
    if (holder !== null) await this.lose(holder);
    return { ...claim, status: 'verified', misses: 0, verifiedAt: at, checkedAt: at };
  }

  /** Once a day, however often it is asked for. */
  private async tell(claim: ClaimedDomain, holder: ClaimedDomain, at: Date): Promise<void> {
    if (!(await this.domains.noteConflict(claim.id, at))) return;
    await this.mail(holder, domainContestedMail(holder.domain));
  }

  private async mail({ id, organizationId }: ClaimedDomain, { subject, body }: ReturnType<typeof domainLostMail>): Promise<void> {
    const contacts = await this.listHolders.execute(organizationId, 'sso.manage');
    const cause = { about: `sso_domain:${id}`, organizationId };
    await this.mailer.send(...contacts.map((contact) => mailTo(contact, subject, body, cause)));
  }

  private async lose(holder: ClaimedDomain): Promise<void> {
    await this.mail(holder, domainLostMail(holder.domain));
    await this.auditTrail.record({
      action: 'sso.domain.released',
      outcome: 'success',
      actorUserId: null,
      organizationId: holder.organizationId,
      target: { type: 'sso_domain', id: holder.id },
      detail: { domain: holder.domain, status: holder.status, reason: 'shown_by_another_organization' },
    });
  }
}

import { Injectable } from '@nestjs/common';
import { ListHolders } from '../../organizations/application/list-holders.js';
import { mailTo } from '../../shared/mail-to.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { Mailer } from '../../shared/ports/mailer.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { type ClaimedDomain, type DnsFinding, type DomainStatus, afterCheck, recordName, verdictOf } from '../domain/claimed-domain.js';
import { domainsDriftedMail } from '../domain/sso-mails.js';
import { ClaimedDomains } from './ports/claimed-domains.js';
import { DomainRecords } from './ports/domain-names.js';

const AT_ONCE = 10;

/** `isVerified`: the DNS shows the record at this moment. */
export interface CheckedDomain {
  readonly domain: string;
  readonly isVerified: boolean;
}

/** Asks the DNS again about all domains that an organization has shown to be its own. */
@Injectable()
export class RecheckDomains {
  constructor(
    private readonly domains: ClaimedDomains,
    private readonly records: DomainRecords,
    private readonly listHolders: ListHolders,
    private readonly mailer: Mailer,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** Runs outside any unit of work: it waits for name servers. */
  async execute(input: { organizationId: number }): Promise<readonly CheckedDomain[]> {
    const { organizationId } = input;
    const found = await this.lookAll(await this.domains.heldBy(organizationId));
    if (found.size === 0) return [];
    return this.unitOfWork.run(async () => {
      const now = this.clock.now();
      const held = await this.domains.lockHeldBy(organizationId);
      const checked = held.flatMap((claim) => {
        const finding = found.get(claim.id);
        if (finding === undefined) return [];
        const verdict = verdictOf(claim, finding);
        return [{ claim, isVerified: verdict === 'shown', after: afterCheck(claim, verdict, now) }];
      });
      // A silence that does not count leaves the time of the last one that did.
      const counted = checked.filter(({ claim, isVerified, after }) => isVerified || after.misses > claim.misses);
      const checks = counted.map(({ claim: { id }, after }) => ({ id, ...after }));
      await this.domains.recordChecks(checks, now);
      const turned = checked.filter(({ claim, after }) => claim.status !== after.status);
      await this.auditTrail.recordAll(turned.map(({ claim, after }) => turnOf(claim, after.status)));
      const drifted = turned.filter(({ after }) => after.status === 'drifted').map(({ claim }) => claim.domain);
      if (drifted.length > 0) await this.tell(organizationId, drifted);
      return checked.map(({ claim: { domain }, isVerified }) => ({ domain, isVerified }));
    });
  }

  private async lookAll(held: readonly ClaimedDomain[]): Promise<ReadonlyMap<number, DnsFinding>> {
    const found = new Map<number, DnsFinding>();
    for (let at = 0; at < held.length; at += AT_ONCE) {
      const some = held.slice(at, at + AT_ONCE);
      const findings = await Promise.all(some.map(({ domain }) => this.records.look(recordName(domain))));
      findings.forEach((finding, index) => found.set(some[index]?.id ?? 0, finding));
    }
    return found;
  }

  private async tell(organizationId: number, drifted: readonly string[]): Promise<void> {
    const { subject, body } = domainsDriftedMail(drifted);
    const contacts = await this.listHolders.execute(organizationId, 'sso.manage');
    const cause = { about: `organization:${organizationId}`, organizationId };
    await this.mailer.send(...contacts.map((contact) => mailTo(contact, subject, body, cause)));
  }
}

function turnOf({ id, organizationId, domain, misses }: ClaimedDomain, to: DomainStatus) {
  return {
    action: to === 'drifted' ? 'sso.domain.drifted' : 'sso.domain.verified',
    outcome: 'success' as const,
    actorUserId: null,
    organizationId,
    target: { type: 'sso_domain', id },
    detail: { domain, misses: to === 'drifted' ? misses + 1 : 0 },
  };
}

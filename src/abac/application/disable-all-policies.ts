import { Injectable } from '@nestjs/common';
import { ListHolders } from '../../organizations/application/list-holders.js';
import { NameOrganization } from '../../organizations/application/name-organization.js';
import { EditedMeanwhile } from '../../shared/domain-error.js';
import { mailTo } from '../../shared/mail-to.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { Mailer } from '../../shared/ports/mailer.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { disabledMail } from '../domain/disabled-mail.js';
import { Policies } from './ports/policies.js';
import { PolicySets } from './ports/policy-sets.js';

/**
 * For an organization whose access policies keep out every owner; run by the operator of the installation, who has the database anyway.
 * Data policies stay: they hide data but lock nobody out.
 */
@Injectable()
export class DisableAllPolicies {
  constructor(
    private readonly nameOrganization: NameOrganization,
    private readonly listHolders: ListHolders,
    private readonly policies: Policies,
    private readonly sets: PolicySets,
    private readonly mailer: Mailer,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** Tells every owner. @returns the names of those that decided until now @throws NotFound, EditedMeanwhile */
  async execute(organizationId: number): Promise<readonly string[]> {
    const organization = await this.nameOrganization.execute(organizationId);
    return this.unitOfWork.run(async () => {
      const epoch = await this.sets.advance(organizationId);
      const active = (await this.policies.ofOrganizations([organizationId])).filter(({ status }) => status === 'active');
      for (const { id, revision } of active) {
        const versions = await this.policies.versions(id);
        const deciding = versions.find(({ state }) => state === 'active');
        if (deciding === undefined) continue;
        const { version, effect, sha256 } = deciding;
        const move = { version, to: 'disabled', by: null, at: this.clock.now() } as const;
        if ((await this.policies.move(id, revision, move)) === null) throw new EditedMeanwhile();
        await this.auditTrail.record({
          action: 'abac.policy.disabled',
          outcome: 'success',
          actorUserId: null,
          organizationId,
          target: { type: 'policy', id },
          detail: { version, from: 'active', effect, sha256 },
        });
      }
      await this.sets.announce(organizationId, epoch);
      const names = active.map(({ name }) => name);
      if (names.length === 0) return names;
      const { subject, body } = disabledMail(organization, names);
      const owners = await this.listHolders.execute(organizationId, '*');
      const cause = { about: `organization:${organizationId}`, organizationId };
      await this.mailer.send(...owners.map((owner) => mailTo(owner, subject, body, cause)));
      return names;
    });
  }
}

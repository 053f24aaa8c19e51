import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { assertSeen, EditedMeanwhile, NotFound } from '../../shared/domain-error.js';
import { holdsEverything } from '../../shared/permission.js';
import { AccessControl, type Held } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { OwnerConsent } from '../../shared/ports/owner-consent.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { type NewDataSources, type Organization, type OrganizationChange, loosened } from '../domain/organization.js';
import { Members } from './ports/members.js';
import { Organizations } from './ports/organizations.js';

@Injectable()
export class UpdateOrganization {
  constructor(
    private readonly access: AccessControl,
    private readonly organizations: Organizations,
    private readonly members: Members,
    private readonly consent: OwnerConsent,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * Whether new data sources stay closed guards what policies hide, so deciding it takes the right to publish policies.
   * @param input.expectedVersion `null` to overwrite any version @throws Forbidden, OwnerApprovalRequired, NotFound, EditedMeanwhile
   */
  async execute(input: {
    caller: Caller;
    organizationId: number;
    change: OrganizationChange;
    expectedVersion: number | null;
  }): Promise<Organization> {
    const { caller, organizationId, change, expectedVersion } = input;
    const held = await this.access.require(caller, 'organization.update', { organizationId });
    const isGranted = await this.mayDecide(caller, organizationId, change.newDataSources);
    const event = {
      action: 'organization.updated',
      actorUserId: caller.userId,
      organizationId,
      target: { type: 'organization', id: organizationId },
    };
    return recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        const organization = await this.organizations.lock(organizationId);
        if (organization === null) throw new NotFound('Organization');
        assertSeen(expectedVersion, organization.version);
        const decided = change.newDataSources ?? organization.newDataSources;
        // Another request has decided it after the permission was checked.
        if (decided !== organization.newDataSources && !isGranted) throw new EditedMeanwhile();
        await this.askOwners(caller, held, organization, change);
        const saved = await this.organizations.save({ ...organization, ...change }, this.clock.now());
        await this.auditTrail.record({
          ...event,
          outcome: 'success',
          detail: { changed: Object.keys(change) },
        });
        return saved;
      }),
    );
  }

  /** One owner alone does not end what takes two of them, unless there is no other. */
  private async askOwners(caller: Caller, held: Held, organization: Organization, change: OrganizationChange): Promise<void> {
    const settings = loosened(organization, change);
    if (settings.length === 0) return;
    const act = { kind: 'change', change: 'loosen_settings', facts: { settings } } as const;
    const takesTwo = organization.factorResets === 'needs_approval' && change.factorResets === 'direct' && !held.isSystemAdmin;
    if (!takesTwo) return this.consent.settle(caller, held, organization.id, act);
    const isAlone = holdsEverything(held.permissions) && (await this.members.otherOwners(organization.id, caller.userId)) === 0;
    if (!isAlone) await this.consent.spend(caller, organization.id, act);
  }

  /** @returns whether the caller was asked for the right, because it would change */
  private async mayDecide(caller: Caller, organizationId: number, wanted: NewDataSources | undefined): Promise<boolean> {
    if (wanted === undefined) return false;
    const now = await this.organizations.find(organizationId);
    if (now === null || now.newDataSources === wanted) return false;
    await this.access.require(caller, 'abac.grant', { organizationId });
    return true;
  }
}

import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { OF_EXPORTS } from '../../shared/of-exports.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { type AuditEvent, AuditTrail } from '../../shared/ports/audit-trail.js';
import type { Reach } from '../../shared/reach.js';
import { type Export, type Subject, isOpenTo } from '../domain/export.js';
import { HiddenFromAsker, OnlyOfOrganization } from '../domain/export.errors.js';
import { Exports } from './ports/exports.js';

/** What shows a source, and what was saved and agreed on about it. */
const OF_SOURCES = ['data_source.read', 'query.run'] as const;

/** Decides who may ask for an export and have it: asked again for each. */
@Injectable()
export class ExportDoor {
  constructor(
    private readonly access: AccessControl,
    private readonly exports: Exports,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** Records what is refused because of a hidden part. Other refusals are recorded where roles and policies are asked. */
  async noting<Admitted>(event: Omit<AuditEvent, 'outcome'>, admit: () => Promise<Admitted>): Promise<Admitted> {
    try {
      return await admit();
    } catch (error) {
      if (error instanceof HiddenFromAsker || error instanceof OnlyOfOrganization)
        await this.auditTrail.record({ ...event, outcome: 'refused', detail: { reason: error.name } });
      throw error;
    }
  }

  /**
   * People need nothing for their own data but their session, and get what organizations hold of it from those that let that session in.
   * @returns these @throws Forbidden, PolicyRefused
   */
  async admit(caller: Caller, subject: Subject): Promise<readonly number[]> {
    if ('userId' in subject) return this.access.where(caller, 'organization.read');
    const { organizationId } = subject;
    for (const permission of OF_EXPORTS) {
      const { isSystemAdmin } = await this.access.require(caller, permission, { organizationId });
      // An owner lets them act for an hour, and a file outlasts it.
      if (isSystemAdmin) throw new OnlyOfOrganization();
    }
    assertWhole(await this.access.reachOfWorkspaces(caller, [organizationId]), organizationId);
    for (const permission of OF_SOURCES)
      assertWhole(await this.access.reach(caller, permission, 'data_source', [organizationId]), organizationId);
    return [organizationId];
  }

  /** @returns `null` also for a file with data of an organization that does not let the caller in any more @throws Forbidden, PolicyRefused */
  async newest(caller: Caller, subject: Subject): Promise<Export | null> {
    const admitting = await this.admit(caller, subject);
    const newest = await this.exports.newestOf(subject);
    return newest !== null && isOpenTo(newest, admitting) ? newest : null;
  }
}

function assertWhole({ whole, refused }: Pick<Reach, 'whole' | 'refused'>, organizationId: number): void {
  if (!whole.includes(organizationId) || refused.length > 0) throw new HiddenFromAsker();
}

import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { holdsEverything } from '../../shared/permission.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { OwnerConsent } from '../../shared/ports/owner-consent.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { assertKept } from '../domain/kept-in-workspace.js';
import { NotPublished } from '../domain/template.errors.js';
import { PromptTemplates } from './ports/prompt-templates.js';

/**
 * Every organization can read and use a system template, and none can change it, not even its own. So its owners have to give it away;
 * taking it back widens nothing.
 */
@Injectable()
export class MarkSystemTemplate {
  constructor(
    private readonly access: AccessControl,
    private readonly templates: PromptTemplates,
    private readonly consent: OwnerConsent,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws Forbidden unless the caller is a system administrator, OwnerApprovalRequired, NotFound, NotPublished */
  async execute(caller: Caller, templateId: number, isSystemTemplate: boolean): Promise<void> {
    const action = 'prompt_template.system_changed';
    await this.access.requireSystemAdmin(caller, action);
    const found = await this.templates.find(templateId);
    if (found === null) throw new NotFound('Prompt template');
    const { organizationId } = found;
    const { permissions, isFounding } = await this.access.require(caller, 'organization.update', { organizationId });
    const target = { type: 'prompt_template', id: templateId };
    const event = { action, actorUserId: caller.userId, organizationId, target };
    await recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        const template = await this.templates.lock(templateId);
        if (template === null) throw new NotFound('Prompt template');
        if (isSystemTemplate && template.status !== 'published') throw new NotPublished();
        assertKept(template.workspaceId, isSystemTemplate);
        if (isSystemTemplate && !template.isSystemTemplate) {
          const { content, publishedVersion } = template;
          const facts = { template_id: templateId, template: content.name, version: publishedVersion ?? 0 };
          const act = { kind: 'change', change: 'share_template', facts } as const;
          // Only the role of the owners is enough.
          if (!holdsEverything(permissions) && !isFounding) await this.consent.spend(caller, organizationId, act);
        }
        await this.templates.save({ ...template, isSystemTemplate, updatedAt: this.clock.now() });
        await this.auditTrail.record({
          ...event,
          outcome: 'success',
          detail: { is_system_template: isSystemTemplate },
        });
      }),
    );
  }
}

import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { assertSeen, EditedMeanwhile, Forbidden, NotFound } from '../../shared/domain-error.js';
import type { Permission } from '../../shared/permission.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { type AuditEvent, AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { requireAt } from '../../shared/require-at.js';
import type { PromptTemplate } from '../domain/prompt-template.js';
import { EnterTemplate } from './enter-template.js';
import { PromptTemplates } from './ports/prompt-templates.js';

/** The caller and the template to be changed. */
export interface ChangeOrder {
  readonly caller: Caller;
  readonly templateId: number;
  /** `null` means any version. */
  readonly expectedVersion: number | null;
}

export interface Change {
  readonly permission: Permission;
  /** The further permission that this change needs, by what it changes. */
  readonly alsoNeeds?: (template: PromptTemplate) => Permission | null;
  /** The workspace that is to hold it, or `null` for the organization itself; it takes the permission there too. */
  readonly movesTo?: number | null | undefined;
  /** For the audit trail. */
  readonly action: string;
  /** Runs in the unit of work, on the locked row; `null` removes it. */
  readonly make: (
    template: PromptTemplate,
    now: Date,
  ) => Promise<{ readonly template: PromptTemplate | null; readonly detail?: AuditEvent['detail'] }>;
}

/** What all changes of a template have in common. The lock of its row lets them run one after the other. */
@Injectable()
export class ChangeTemplate {
  constructor(
    private readonly access: AccessControl,
    private readonly enterTemplate: EnterTemplate,
    private readonly templates: PromptTemplates,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @returns the template as it is now, or was @throws NotFound, Forbidden, also for a system template; EditedMeanwhile; what the change throws */
  async execute(order: ChangeOrder, { permission, alsoNeeds, movesTo, action, make }: Change): Promise<PromptTemplate> {
    const { caller, templateId, expectedVersion } = order;
    const entered = await this.enterTemplate.execute(caller, permission, templateId);
    const more = alsoNeeds?.(entered) ?? null;
    if (more !== null) await this.enterTemplate.execute(caller, more, templateId);
    const { organizationId } = entered;
    if (movesTo !== undefined && movesTo !== entered.workspaceId)
      await requireAt(this.access, caller, permission, { organizationId, workspaceId: movesTo });
    const event = {
      action,
      actorUserId: caller.userId,
      organizationId,
      target: { type: 'prompt_template', id: templateId },
    };
    return recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        const template = await this.templates.lock(templateId);
        if (template === null) throw new NotFound('Prompt template');
        if (template.isSystemTemplate)
          throw new Forbidden('A system template cannot be changed. A system administrator can make it an ordinary one again.');
        // The right was asked for where it stood.
        if (template.workspaceId !== entered.workspaceId) throw new EditedMeanwhile();
        assertSeen(expectedVersion, template.version);
        const now = this.clock.now();
        const { template: changed, detail } = await make(template, now);
        if (changed === null) await this.templates.remove(templateId);
        const saved = changed === null ? template : await this.templates.save({ ...changed, updatedAt: now });
        await this.auditTrail.record({ ...event, outcome: 'success', ...(detail !== undefined && { detail }) });
        return saved;
      }),
    );
  }
}

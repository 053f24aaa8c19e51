import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import type { ImportStep } from '../domain/import-plan.js';
import type { PromptTemplate, TemplateContent } from '../domain/prompt-template.js';
import { edited, published } from '../domain/template-life.js';
import { PromptTemplates } from './ports/prompt-templates.js';

/**
 * Carries out one step of a plan without problems, in the unit of work of the import. It records no refusal, because a refusal rolls back
 * what was recorded in the unit of work: the import records it afterwards.
 */
@Injectable()
export class TakeImportStep {
  constructor(
    private readonly templates: PromptTemplates,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws NameTaken if another template took the name since the plan was made, or one that people would take for it */
  async execute(organizationId: number, step: ImportStep, actorUserId: number): Promise<void> {
    const { kind, content, present, publishedAs } = step;
    if (kind === 'unchanged') return;
    const at = this.clock.now();
    const template =
      present === null ? await this.added(organizationId, content, actorUserId) : edited(present.template, content, present.published);
    const event = {
      actorUserId,
      organizationId,
      target: { type: 'prompt_template', id: template.id },
      outcome: 'success',
    } as const;
    const action = `prompt_template.${present === null ? 'created' : 'updated'}`;
    await this.auditTrail.record({ ...event, action, detail: { name: content.name, by: 'import' } });
    if (publishedAs === null) {
      if (present !== null) await this.templates.save({ ...template, updatedAt: at });
      return;
    }
    const next = published(template, { message: publishedAs, authorUserId: actorUserId, at });
    await this.templates.addVersion(next.version);
    await this.templates.save({ ...next.template, updatedAt: at });
    const { number, checksum } = next.version;
    await this.auditTrail.record({ ...event, action: 'prompt_template.published', detail: { number, checksum } });
  }

  private added(organizationId: number, content: TemplateContent, createdByUserId: number): Promise<PromptTemplate> {
    const now = this.clock.now();
    // This organization decides whether others see it, not the organization of origin.
    const place = { organizationId, workspaceId: null, isPublic: false, createdByUserId, createdAt: now, updatedAt: now };
    return this.templates.add({ ...place, content });
  }
}

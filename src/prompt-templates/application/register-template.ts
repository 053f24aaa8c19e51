import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import type { Caller } from '../../shared/caller.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import type { PromptTemplate } from '../domain/prompt-template.js';
import { assertKept } from '../domain/kept-in-workspace.js';
import { published } from '../domain/template-life.js';
import { AdmitContent, type GivenContent } from './admit-content.js';
import { PromptTemplates } from './ports/prompt-templates.js';

/** Checks no permission. */
@Injectable()
export class RegisterTemplate {
  constructor(
    private readonly admitContent: AdmitContent,
    private readonly templates: PromptTemplates,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @param publishedAs the message of its first version; `null` for a draft @throws ValidationFailed, NameTaken */
  execute(input: {
    organizationId: number;
    workspaceId: number | null;
    given: GivenContent;
    isPublic: boolean;
    publishedAs: string | null;
    /** `null` for the service, which acts for the account. */
    author: Caller | null;
    actorUserId: number;
  }): Promise<PromptTemplate> {
    const { organizationId, workspaceId, given, isPublic, publishedAs, author, actorUserId } = input;
    const event = { action: 'prompt_template.created', actorUserId, organizationId };
    return recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        assertKept(workspaceId, isPublic);
        const use = publishedAs === null ? 'draft' : 'publication';
        const content = await this.admitContent.execute({ author, organizationId, kept: null }, given, use);
        const now = this.clock.now();
        const added = await this.templates.add({
          organizationId,
          workspaceId,
          content,
          isPublic,
          createdByUserId: actorUserId,
          createdAt: now,
          updatedAt: now,
        });
        const target = { type: 'prompt_template', id: added.id };
        await this.auditTrail.record({ ...event, outcome: 'success', target, detail: { name: content.name } });
        if (publishedAs === null) return added;
        const first = published(added, { message: publishedAs, authorUserId: actorUserId, at: now });
        await this.templates.addVersion(first.version);
        const { number, checksum } = first.version;
        const publication = { ...event, action: 'prompt_template.published', target, detail: { number, checksum } };
        await this.auditTrail.record({ ...publication, outcome: 'success' });
        return this.templates.save(first.template);
      }),
    );
  }
}

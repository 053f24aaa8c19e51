import { Injectable } from '@nestjs/common';
import type { PromptTemplate } from '../domain/prompt-template.js';
import { published } from '../domain/template-life.js';
import { AdmitContent } from './admit-content.js';
import { type ChangeOrder, ChangeTemplate } from './change-template.js';
import { PromptTemplates } from './ports/prompt-templates.js';

@Injectable()
export class PublishTemplate {
  constructor(
    private readonly changeTemplate: ChangeTemplate,
    private readonly admitContent: AdmitContent,
    private readonly templates: PromptTemplates,
  ) {}

  /**
   * Makes the working copy the next version, which all readers see from now on.
   * @param message what is new in it; may be empty
   * @throws NotFound, Forbidden, EditedMeanwhile, MoveNotAllowed, NothingToPublish, ValidationFailed
   */
  execute(order: ChangeOrder, message: string): Promise<PromptTemplate> {
    return this.changeTemplate.execute(order, {
      permission: 'template.publish',
      action: 'prompt_template.published',
      make: async (template, now) => {
        const by = { message, authorUserId: order.caller.userId, at: now };
        const { template: changed, version } = published(template, by);
        const { organizationId, content } = template;
        await this.admitContent.execute({ author: order.caller, organizationId, kept: content }, content, 'publication');
        await this.templates.addVersion(version);
        return { template: changed, detail: { number: version.number, checksum: version.checksum } };
      },
    });
  }
}

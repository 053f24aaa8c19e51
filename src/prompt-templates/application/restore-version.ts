import { Injectable } from '@nestjs/common';
import { NotFound } from '../../shared/domain-error.js';
import type { PromptTemplate } from '../domain/prompt-template.js';
import { restored } from '../domain/template-life.js';
import { type ChangeOrder, ChangeTemplate } from './change-template.js';
import { PromptTemplates } from './ports/prompt-templates.js';

@Injectable()
export class RestoreVersion {
  constructor(
    private readonly changeTemplate: ChangeTemplate,
    private readonly templates: PromptTemplates,
  ) {}

  /**
   * Makes an old version the working copy, which becomes a new version when it is published. An archived template is a
   * draft afterwards. Data sources that are gone since are noticed when it is published.
   * @throws NotFound, Forbidden, EditedMeanwhile, NameTaken
   */
  execute(order: ChangeOrder, number: number): Promise<PromptTemplate> {
    return this.changeTemplate.execute(order, {
      permission: 'template.write',
      action: 'prompt_template.restored',
      make: async (template) => {
        const { id, publishedVersion } = template;
        const version = await this.templates.findVersion(id, number);
        if (version === null) throw new NotFound('Version of the prompt template');
        const published = publishedVersion === null ? null : await this.templates.findVersion(id, publishedVersion);
        return { template: restored(template, version, published), detail: { number } };
      },
    });
  }
}

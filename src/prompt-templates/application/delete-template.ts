import { Injectable } from '@nestjs/common';
import { Jobs } from '../../shared/ports/jobs.js';
import { WasPublished } from '../domain/template.errors.js';
import { type ChangeOrder, ChangeTemplate } from './change-template.js';
import { DELETE_ICON_FILE } from './replace-icon.js';

@Injectable()
export class DeleteTemplate {
  constructor(
    private readonly changeTemplate: ChangeTemplate,
    private readonly jobs: Jobs,
  ) {}

  /** Only a template that was never published. @throws NotFound, Forbidden, EditedMeanwhile, WasPublished */
  async execute(order: ChangeOrder): Promise<void> {
    await this.changeTemplate.execute(order, {
      permission: 'template.write',
      action: 'prompt_template.deleted',
      make: async ({ publishedVersion, content, icon }) => {
        if (publishedVersion !== null) throw new WasPublished();
        if (icon !== null) await this.jobs.enqueue(DELETE_ICON_FILE, { key: icon.key });
        return { template: null, detail: { name: content.name } };
      },
    });
  }
}

import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { WasPublished } from '../domain/template.errors.js';
import { ChangeTemplate } from './change-template.js';

@Injectable()
export class DeleteTemplate {
  constructor(private readonly changeTemplate: ChangeTemplate) {}

  /** Only what nobody else ever saw. @throws NotFound, Forbidden, WasPublished */
  async execute(caller: Caller, templateId: number): Promise<void> {
    await this.changeTemplate.execute(
      { caller, templateId, expectedVersion: null },
      {
        permission: 'template.write',
        action: 'prompt_template.deleted',
        make: async ({ publishedVersion, content }) => {
          if (publishedVersion !== null) throw new WasPublished();
          return { template: null, detail: { name: content.name } };
        },
      },
    );
  }
}

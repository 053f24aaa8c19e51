import { Injectable } from '@nestjs/common';
import type { PromptTemplate } from '../domain/prompt-template.js';
import { archived } from '../domain/template-life.js';
import { type ChangeOrder, ChangeTemplate } from './change-template.js';

@Injectable()
export class ArchiveTemplate {
  constructor(private readonly changeTemplate: ChangeTemplate) {}

  /** Readers no longer find it; its versions stay. @throws NotFound, Forbidden, EditedMeanwhile, MoveNotAllowed */
  execute(order: ChangeOrder): Promise<PromptTemplate> {
    return this.changeTemplate.execute(order, {
      permission: 'template.publish',
      action: 'prompt_template.archived',
      make: async (template) => ({ template: archived(template) }),
    });
  }
}

import { Injectable } from '@nestjs/common';
import { PromptTemplates } from './ports/prompt-templates.js';

/** Counts an accepted execution. Previews and refused executions do not count. */
@Injectable()
export class CountUse {
  constructor(private readonly templates: PromptTemplates) {}

  async execute(templateId: number): Promise<void> {
    await this.templates.countUse(templateId);
  }
}

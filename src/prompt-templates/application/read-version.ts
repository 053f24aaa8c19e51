import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import type { TemplateVersion } from '../domain/prompt-template.js';
import { EnterHistory } from './enter-history.js';
import { PromptTemplates } from './ports/prompt-templates.js';

@Injectable()
export class ReadVersion {
  constructor(
    private readonly enterHistory: EnterHistory,
    private readonly templates: PromptTemplates,
  ) {}

  /** @throws NotFound, Forbidden */
  async execute(caller: Caller, templateId: number, number: number): Promise<TemplateVersion> {
    await this.enterHistory.execute(caller, templateId);
    const version = await this.templates.findVersion(templateId, number);
    if (version === null) throw new NotFound('Version of the prompt template');
    return version;
  }
}

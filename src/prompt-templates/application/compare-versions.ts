import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { Forbidden, NotFound } from '../../shared/domain-error.js';
import { type ContentDiff, contentDiff } from '../domain/content-diff.js';
import type { TemplateContent } from '../domain/prompt-template.js';
import { EnterHistory } from './enter-history.js';
import { PromptTemplates } from './ports/prompt-templates.js';

@Injectable()
export class CompareVersions {
  constructor(
    private readonly enterHistory: EnterHistory,
    private readonly templates: PromptTemplates,
  ) {}

  /** @param to `draft`: the working copy, which needs the permission to write @throws NotFound, Forbidden */
  async execute(caller: Caller, templateId: number, from: number, to: number | 'draft'): Promise<ContentDiff> {
    const { mayEdit, content } = await this.enterHistory.execute(caller, templateId);
    if (to === 'draft' && !mayEdit) throw new Forbidden();
    const old = await this.contentOf(templateId, from);
    return contentDiff(old, to === 'draft' ? content : await this.contentOf(templateId, to));
  }

  private async contentOf(templateId: number, number: number): Promise<TemplateContent> {
    const version = await this.templates.findVersion(templateId, number);
    if (version === null) throw new NotFound('Version of the prompt template');
    return version.content;
  }
}

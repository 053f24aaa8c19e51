import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Page, PageRequest } from '../../shared/page.js';
import { StaleReads } from '../../shared/ports/stale-reads.js';
import type { TemplateVersion } from '../domain/prompt-template.js';
import { EnterHistory } from './enter-history.js';
import { PromptTemplates } from './ports/prompt-templates.js';

@Injectable()
export class ListVersions {
  constructor(
    private readonly enterHistory: EnterHistory,
    private readonly templates: PromptTemplates,
    private readonly staleReads: StaleReads,
  ) {}

  /** Newest first. @throws NotFound, Forbidden */
  async execute(caller: Caller, templateId: number, request: PageRequest): Promise<Page<TemplateVersion>> {
    await this.enterHistory.execute(caller, templateId);
    return this.staleReads.run(() => this.templates.versionsOf(templateId, request));
  }
}

import { Injectable } from '@nestjs/common';
import { EnterTemplate } from '../../prompt-templates/application/enter-template.js';
import type { Caller } from '../../shared/caller.js';
import type { Page, PageRequest } from '../../shared/page.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import type { Execution } from '../domain/execution.js';
import { ExecutionHistory } from './ports/execution-history.js';

@Injectable()
export class ListTemplateExecutions {
  constructor(
    private readonly enterTemplate: EnterTemplate,
    private readonly access: AccessControl,
    private readonly history: ExecutionHistory,
  ) {}

  /** The caller's own, and everybody's in organizations where the caller may write templates. @throws Forbidden, NotFound */
  async execute(caller: Caller, templateId: number, request: PageRequest): Promise<Page<Execution>> {
    await this.enterTemplate.execute(caller, 'template.read', templateId);
    const { userId } = caller;
    const organizationIds = await this.access.where(caller, 'template.read');
    const allOf = await this.access.where(caller, 'template.write');
    return this.history.ofTemplate(templateId, { userId, organizationIds, allOf }, request);
  }
}

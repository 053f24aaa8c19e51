import { Injectable } from '@nestjs/common';
import { EnterTemplate } from '../../prompt-templates/application/enter-template.js';
import type { Caller } from '../../shared/caller.js';
import type { Page, PageRequest } from '../../shared/page.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { ExecutionHistory } from './ports/execution-history.js';
import { type ShownExecution, WithholdStatements } from './withhold-statements.js';

@Injectable()
export class ListTemplateExecutions {
  constructor(
    private readonly enterTemplate: EnterTemplate,
    private readonly access: AccessControl,
    private readonly history: ExecutionHistory,
    private readonly withholdStatements: WithholdStatements,
  ) {}

  /**
   * The caller's own, and those of all people in organizations where the caller may write templates. What was asked of a data source that is
   * gone, and may have been in a workspace, is for who manages all of them. @throws Forbidden, NotFound
   */
  async execute(caller: Caller, templateId: number, request: PageRequest): Promise<Page<ShownExecution>> {
    const template = await this.enterTemplate.execute(caller, 'template.read', templateId);
    const { userId } = caller;
    const organizationIds = await this.access.whereMember(caller, 'template.read');
    const writes = await this.access.where(caller, 'template.write');
    const { organizationId: home, mayEdit } = template;
    const allOf = [...writes.filter((id) => id !== home), ...(mayEdit ? [home] : [])];
    const reach = await this.access.reach(caller, 'data_source.read', 'data_source', [...new Set([...organizationIds, ...allOf])]);
    const managed = await this.access.where(caller, 'workspace.delete');
    const goneOf = allOf.filter((id) => managed.includes(id));
    const { items, total } = await this.history.ofTemplate(templateId, { userId, organizationIds, allOf, goneOf, reach }, request);
    return { items: await this.withholdStatements.execute(caller, items), total };
  }
}

import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Page, PageRequest } from '../../shared/page.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { StaleReads } from '../../shared/ports/stale-reads.js';
import type { PromptTemplate } from '../domain/prompt-template.js';
import { TemplateCatalogue, type TemplateFilter, type TemplateSort } from './ports/template-catalogue.js';

@Injectable()
export class ListTemplates {
  constructor(
    private readonly access: AccessControl,
    private readonly catalogue: TemplateCatalogue,
    private readonly staleReads: StaleReads,
  ) {}

  /**
   * Lists templates of the caller's organizations, and those that others share: the published ones, and all where the caller may write.
   * @throws Forbidden for a caller without an organization
   */
  async execute(input: {
    caller: Caller;
    filter: TemplateFilter;
    withShared: boolean;
    sort: TemplateSort;
    page: PageRequest;
  }): Promise<Page<PromptTemplate>> {
    const { caller, filter, withShared, sort, page } = input;
    const read = await this.access.whereMember(caller, 'template.read');
    if (read.length === 0) return { items: [], total: 0 };
    // Sharing is for organizations: a role in a workspace alone opens nothing of others.
    const isReader = withShared && (await this.access.where(caller, 'template.read')).length > 0;
    const writable = await this.access.whereMember(caller, 'template.write');
    const written = read.filter((organizationId) => writable.includes(organizationId));
    const scope = {
      read: await this.access.reach(caller, 'template.read', 'prompt_template', read),
      edited: await this.access.reach(caller, 'template.write', 'prompt_template', written),
      withShared: isReader,
    };
    const { items, total } = await this.staleReads.run(() => this.catalogue.pageOf(scope, filter, sort, page));
    return { items: await this.access.seen(caller, 'template.read', items), total };
  }
}

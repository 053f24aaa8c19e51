import { Injectable } from '@nestjs/common';
import { NameDataSources } from '../../data-sources/application/name-data-sources.js';
import type { Caller } from '../../shared/caller.js';
import { NotFound, ValidationFailed } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import type { PromptTemplate } from '../domain/prompt-template.js';
import { MOST_TEMPLATES, type ExportedTemplate, portableChecksum } from '../domain/template-document.js';
import { PromptTemplates } from './ports/prompt-templates.js';
import { TemplateCatalogue } from './ports/template-catalogue.js';
import { say } from '../../shared/sentence.js';

const ANY = { workspaceId: null, status: null, category: null, tags: [], search: null, dataSourceId: null };

@Injectable()
export class ExportTemplates {
  constructor(
    private readonly access: AccessControl,
    private readonly catalogue: TemplateCatalogue,
    private readonly templates: PromptTemplates,
    private readonly nameDataSources: NameDataSources,
  ) {}

  /**
   * @param ids `null` for all of the organization
   * @throws Forbidden; NotFound if an id is not of the organization; ValidationFailed if there are too many
   */
  async execute(caller: Caller, organizationId: number, ids: readonly number[] | null): Promise<readonly ExportedTemplate[]> {
    await this.access.requireWithin(caller, 'template.write', organizationId);
    const edited = await this.access.reach(caller, 'template.write', 'prompt_template', [organizationId]);
    const scope = { read: edited, edited, withShared: false };
    const page = { page: 1, limit: MOST_TEMPLATES };
    const { items, total } = await this.catalogue.pageOf(scope, { ...ANY, organizationId, ids }, 'id', page);
    if (total > items.length)
      throw new ValidationFailed([{ field: 'ids', message: say('Choose at most {most} templates.', { most: MOST_TEMPLATES }) }]);
    if (ids !== null && total < new Set(ids).size) throw new NotFound('Prompt template');
    return this.portable(caller, organizationId, await this.access.seen(caller, 'template.write', items));
  }

  private async portable(
    caller: Caller,
    organizationId: number,
    templates: readonly PromptTemplate[],
  ): Promise<readonly ExportedTemplate[]> {
    const ids = [...new Set(templates.flatMap(({ content }) => content.compatibleDataSourceIds))];
    const sources = await this.nameDataSources.execute(caller, 'data_source.read', { organizationId, ids });
    const nameOf = new Map(sources.map(({ id, name }) => [id, name]));
    const versions = await this.templates.historyOf(templates.map(({ id }) => id));
    return templates.map(({ id, status, content: { compatibleDataSourceIds, ...rest } }) => {
      const content = { ...rest, dataSources: compatibleDataSourceIds.flatMap((source) => nameOf.get(source) ?? []) };
      const history = versions
        .filter(({ templateId }) => templateId === id)
        .map(({ number, message, checksum, publishedAt }) => ({
          number,
          message,
          checksum,
          publishedAt: publishedAt.toISOString(),
        }));
      return { content, status, checksum: portableChecksum(content), versions: history };
    });
  }
}

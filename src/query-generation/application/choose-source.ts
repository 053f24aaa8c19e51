import { Injectable } from '@nestjs/common';
import { type DataSource, EnterDataSource } from '../../data-sources/application/enter-data-source.js';
import { ListDataSources } from '../../data-sources/application/list-data-sources.js';
import { NameDataSources } from '../../data-sources/application/name-data-sources.js';
import { EnterTemplate } from '../../prompt-templates/application/enter-template.js';
import type { RenderedTemplate } from '../../prompt-templates/application/render-template.js';
import type { Caller } from '../../shared/caller.js';
import { DomainError, type FieldError, NotFound, ValidationFailed } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { NoSourceToAsk } from '../domain/query.errors.js';
import { type Sentence, say } from '../../shared/sentence.js';

const FIELD = 'data_source_id';

/** Finds the data source for a template: the one that is named, or the only possible one. */
@Injectable()
export class ChooseSource {
  constructor(
    private readonly enterDataSource: EnterDataSource,
    private readonly listDataSources: ListDataSources,
    private readonly nameDataSources: NameDataSources,
    private readonly access: AccessControl,
    private readonly enterTemplate: EnterTemplate,
  ) {}

  /**
   * A shared template asks the sources of the caller's organization. Which sources of its own organization it suits says nothing
   * about those.
   * @throws Forbidden, NotFound, ValidationFailed where one has to be named or another one, NoSourceToAsk
   */
  async execute(caller: Caller, rendered: RenderedTemplate, dataSourceId: number | null): Promise<DataSource> {
    const { template, compatibleDataSourceIds: ids } = rendered;
    const { organizationId, id: templateId } = template;
    const isAtHome = await this.access.holds(caller, 'template.execute', { organizationId, templateId });
    if (dataSourceId !== null) return this.named(caller, rendered, dataSourceId, isAtHome);
    const chosen =
      isAtHome && ids.length > 0
        ? await this.amongNamed(caller, organizationId, ids)
        : await this.single(caller, isAtHome ? organizationId : null);
    return this.enterDataSource.execute(caller, 'template.execute', chosen);
  }

  private async named(caller: Caller, rendered: RenderedTemplate, id: number, isAtHome: boolean): Promise<DataSource> {
    const { template, compatibleDataSourceIds: ids } = rendered;
    const source = await this.enterDataSource.execute(caller, 'template.execute', id);
    if (source.organizationId !== template.organizationId) {
      // A member of both must not carry private data of one into the other.
      const { isPublic, isSystemTemplate } = await this.enterTemplate.execute(caller, 'template.execute', template.id);
      if (isAtHome && !isPublic && !isSystemTemplate) throw otherOrganization();
    } else if (ids.length > 0 && !ids.includes(id)) {
      throw new ValidationFailed([misfit(ids), ...(await this.missing(caller, template.organizationId, ids))]);
    }
    return source;
  }

  private async amongNamed(caller: Caller, organizationId: number, ids: readonly number[]): Promise<number> {
    const found = await this.found(caller, organizationId, ids);
    const [first] = found;
    if (found.length > 1) throw several(say('Name one of the data sources {ids}.', { ids: found.map(String) }));
    return first ?? this.refused(caller, ids);
  }

  /** What a proof would open says so. */
  private async refused(caller: Caller, ids: readonly number[]): Promise<never> {
    for (const id of ids)
      await this.enterDataSource.execute(caller, 'template.execute', id).catch((error: unknown) => {
        if (!(error instanceof NotFound)) throw error;
      });
    throw new NoSourceToAsk(gone(ids));
  }

  private async single(caller: Caller, organizationId: number | null): Promise<number> {
    const { items, total } = await this.listDataSources.execute(caller, { organizationId }, { page: 1, limit: 1 });
    const [first] = items;
    if (first !== undefined && total === 1) return first.id;
    if (total === 0) throw new NoSourceToAsk();
    throw several(say('Name one of the {total} data sources.', { total }));
  }

  private async missing(caller: Caller, organizationId: number, ids: readonly number[]): Promise<FieldError[]> {
    const found = await this.found(caller, organizationId, ids);
    return gone(ids.filter((id) => !found.includes(id)));
  }

  /** The ids that are data sources of the organization, and not hidden from the caller. */
  private async found(caller: Caller, organizationId: number, ids: readonly number[]): Promise<readonly number[]> {
    return (await this.nameDataSources.execute(caller, 'template.execute', { organizationId, ids })).map(({ id }) => id);
  }
}

function several(message: Sentence): DomainError {
  return new ValidationFailed([{ field: FIELD, message }]);
}

function otherOrganization(): DomainError {
  return new ValidationFailed([
    {
      field: FIELD,
      message: 'The data source and the template belong to different organizations. Choose one of the same organization.',
    },
  ]);
}

function misfit(ids: readonly number[]): FieldError {
  return { field: FIELD, message: say('The template is made for the data sources {ids}.', { ids: ids.map(String) }) };
}

function gone(ids: readonly number[]): FieldError[] {
  return ids.map((id) => ({
    field: 'compatible_data_source_ids',
    message: say('There is no data source {id} that you may ask.', { id }),
  }));
}

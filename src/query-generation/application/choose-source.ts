import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { DomainError, type FieldError, ValidationFailed } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { NoSourceToAsk } from '../domain/query.errors.js';
import { type Source, Sources } from './ports/sources.js';
import { type RenderedTemplate, Templates } from './ports/templates.js';

const FIELD = 'data_source_id';

/** Finds the data source that a template is to ask: the one that is named, or the only one that it can mean. */
@Injectable()
export class ChooseSource {
  constructor(
    private readonly sources: Sources,
    private readonly access: AccessControl,
    private readonly templates: Templates,
  ) {}

  /**
   * What an organization shares is asked of the sources of whoever executes it; which of its own sources it would suit says
   * nothing about them.
   * @throws Forbidden, NotFound, ValidationFailed where one has to be named or another one, NoSourceToAsk
   */
  async execute(caller: Caller, template: RenderedTemplate, dataSourceId: number | null): Promise<Source> {
    const { organizationId, compatibleDataSourceIds: ids } = template;
    const isAtHome = (await this.access.where(caller, 'template.execute')).includes(organizationId);
    if (dataSourceId !== null) return this.named(caller, template, dataSourceId, isAtHome);
    const chosen =
      isAtHome && ids.length > 0
        ? await this.amongNamed(template)
        : await this.single(caller, isAtHome ? organizationId : null);
    return this.sources.enter(caller, 'template.execute', chosen);
  }

  private async named(caller: Caller, template: RenderedTemplate, id: number, isAtHome: boolean): Promise<Source> {
    const { organizationId, compatibleDataSourceIds: ids } = template;
    const source = await this.sources.enter(caller, 'template.execute', id);
    if (source.organizationId !== organizationId) {
      // Who belongs to both must not carry what one keeps to itself into the other.
      const { isShared } = await this.templates.enter(caller, 'template.execute', template.id);
      if (isAtHome && !isShared) throw otherOrganization();
    } else if (ids.length > 0 && !ids.includes(id)) {
      throw new ValidationFailed([misfit(ids), ...(await this.missing(organizationId, ids))]);
    }
    return source;
  }

  private async amongNamed({ organizationId, compatibleDataSourceIds: ids }: RenderedTemplate): Promise<number> {
    const existing = await this.sources.existing(organizationId, ids);
    const [first] = existing;
    if (first === undefined) throw new NoSourceToAsk(gone(ids));
    if (existing.length > 1) throw several(`Name one of the data sources ${existing.join(', ')}.`);
    return first;
  }

  private async single(caller: Caller, organizationId: number | null): Promise<number> {
    const only = await this.sources.only(caller, organizationId);
    if ('id' in only) return only.id;
    if (only.count === 0) throw new NoSourceToAsk();
    throw several(`Name one of the ${only.count} data sources.`);
  }

  private async missing(organizationId: number, ids: readonly number[]): Promise<FieldError[]> {
    const existing = await this.sources.existing(organizationId, ids);
    return gone(ids.filter((id) => !existing.includes(id)));
  }
}

function several(message: string): DomainError {
  return new ValidationFailed([{ field: FIELD, message }]);
}

function otherOrganization(): DomainError {
  return new ValidationFailed([{ field: FIELD, message: 'It belongs to another organization than the template.' }]);
}

function misfit(ids: readonly number[]): FieldError {
  return { field: FIELD, message: `The template is made for the data sources ${ids.join(', ')}.` };
}

function gone(ids: readonly number[]): FieldError[] {
  return ids.map((id) => ({
    field: 'compatible_data_source_ids',
    message: `Data source ${id} does not exist any more.`,
  }));
}

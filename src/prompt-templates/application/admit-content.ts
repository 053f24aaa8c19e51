import { Injectable } from '@nestjs/common';
import { type FieldError, ValidationFailed } from '../../shared/domain-error.js';
import type { Parameter } from '../domain/parameter.js';
import type { TemplateContent } from '../domain/prompt-template.js';
import { KnownDataSources } from './ports/known-data-sources.js';

/** As it came in: of its parameters nothing is known yet but that they are objects. */
export type GivenContent = Omit<TemplateContent, 'parameters'> & { readonly parameters: readonly unknown[] };

/** Judges content before it is stored: of a draft already, for what has a wrong type helps nobody later. */
@Injectable()
export class AdmitContent {
  constructor(private readonly dataSources: KnownDataSources) {}

  /** @throws ValidationFailed with everything that is wrong */
  async execute(organizationId: number, given: GivenContent): Promise<TemplateContent> {
    const parameters = given.parameters as readonly Parameter[];
    const content = { ...given, parameters };
    const problems = await this.unknownDataSources(organizationId, content);
    if (problems.length > 0) throw new ValidationFailed(problems);
    return content;
  }

  private async unknownDataSources(organizationId: number, content: TemplateContent): Promise<readonly FieldError[]> {
    const ids = content.compatibleDataSourceIds;
    const known = new Set((await this.dataSources.among(organizationId, { ids })).map(({ id }) => id));
    return ids
      .filter((id) => !known.has(id))
      .map((id) => ({
        field: 'compatible_data_source_ids',
        message: `The organization has no data source ${id}.`,
      }));
  }
}

import { Injectable } from '@nestjs/common';
import { NameDataSources } from '../../data-sources/application/name-data-sources.js';
import { type FieldError, ValidationFailed } from '../../shared/domain-error.js';
import { placeholderProblems } from '../domain/placeholder-problems.js';
import type { TemplateContent } from '../domain/prompt-template.js';
import { ParameterDefinitions } from './ports/parameter-values.js';

/** Content as it arrived. About its parameters we know only that they are objects. */
export type GivenContent = Omit<TemplateContent, 'parameters'> & { readonly parameters: readonly unknown[] };

/** Judges content before it is stored, even that of a draft: a value of a wrong type is of no use later. */
@Injectable()
export class AdmitContent {
  constructor(
    private readonly definitions: ParameterDefinitions,
    private readonly nameDataSources: NameDataSources,
  ) {}

  /**
   * @param use `publication` also requires that text and parameters fit together; a draft may wait with that
   * @returns the content in canonical words
   * @throws ValidationFailed with everything that is wrong
   */
  async execute(organizationId: number, given: GivenContent, use: 'draft' | 'publication' = 'draft'): Promise<TemplateContent> {
    const { parameters, problems: declared } = this.definitions.normalized(given.parameters);
    const content = { ...given, parameters };
    const problems = [
      ...declared,
      ...(use === 'publication' && declared.length === 0 ? placeholderProblems(given.text, parameters) : []),
      ...(await this.unknownDataSources(organizationId, content)),
    ];
    if (problems.length > 0) throw new ValidationFailed(problems);
    return content;
  }

  private async unknownDataSources(organizationId: number, content: TemplateContent): Promise<readonly FieldError[]> {
    const ids = content.compatibleDataSourceIds;
    const known = new Set((await this.nameDataSources.execute({ organizationId, ids })).map(({ id }) => id));
    return ids
      .filter((id) => !known.has(id))
      .map((id) => ({
        field: 'compatible_data_source_ids',
        message: `The organization has no data source ${id}.`,
      }));
  }
}

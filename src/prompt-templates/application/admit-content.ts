import { Injectable } from '@nestjs/common';
import { NameDataSources } from '../../data-sources/application/name-data-sources.js';
import type { Caller } from '../../shared/caller.js';
import { type FieldError, ValidationFailed } from '../../shared/domain-error.js';
import { placeholderProblems } from '../domain/placeholder-problems.js';
import type { TemplateContent } from '../domain/prompt-template.js';
import { ParameterDefinitions } from './ports/parameter-values.js';
import { say } from '../../shared/sentence.js';

/** Content as it arrived. About its parameters we know only that they are objects. */
export type GivenContent = Omit<TemplateContent, 'parameters'> & { readonly parameters: readonly unknown[] };

interface Admitted {
  readonly author: Caller | null;
  readonly organizationId: number;
  readonly kept: TemplateContent | null;
}

/** Judges content before it is stored, even that of a draft: a value of a wrong type is of no use later. */
@Injectable()
export class AdmitContent {
  constructor(
    private readonly definitions: ParameterDefinitions,
    private readonly nameDataSources: NameDataSources,
  ) {}

  /**
   * @param of `author`: `null` for the service; `kept`: what the template says already, so that its data sources may be hidden from the author
   * @param use `publication` also requires that text and parameters fit together; a draft may wait with that
   * @returns the content in canonical words
   * @throws ValidationFailed with everything that is wrong
   */
  async execute(of: Admitted, given: GivenContent, use: 'draft' | 'publication' = 'draft'): Promise<TemplateContent> {
    const { parameters, problems: declared } = this.definitions.normalized(given.parameters);
    const content = { ...given, parameters };
    const problems = [
      ...declared,
      ...(use === 'publication' && declared.length === 0 ? placeholderProblems(given.text, parameters) : []),
      ...(await this.unknownDataSources(of, content)),
    ];
    if (problems.length > 0) throw new ValidationFailed(problems);
    return content;
  }

  private async unknownDataSources({ author, organizationId, kept }: Admitted, content: TemplateContent): Promise<readonly FieldError[]> {
    const ids = content.compatibleDataSourceIds;
    const named = ids.filter((id) => kept?.compatibleDataSourceIds.includes(id) === true);
    const found = [
      ...(await this.nameDataSources.execute(null, 'data_source.read', { organizationId, ids: named })),
      ...(await this.nameDataSources.execute(author, 'data_source.read', { organizationId, ids: ids.filter((id) => !named.includes(id)) })),
    ];
    const known = new Set(found.map(({ id }) => id));
    return ids
      .filter((id) => !known.has(id))
      .map((id): FieldError => ({
        field: 'compatible_data_source_ids',
        message: say('The organization has no data source {ids}.', { ids: [String(id)] }),
      }));
  }
}

import type { Page, PageRequest } from '../../../shared/page.js';
import type { PromptTemplate, TemplateStatus } from '../../domain/prompt-template.js';

/** What somebody may see of all templates. */
export interface TemplateScope {
  /** Organizations of which everything is seen, and those of which only what is published. */
  readonly edited: readonly number[];
  readonly read: readonly number[];
  /** Whether what other organizations share is seen too. */
  readonly withShared: boolean;
}

/** Each narrows the list; `null` does not. They look at the content that is shown: of a published template the published one. */
export interface TemplateFilter {
  readonly organizationId: number | null;
  readonly ids: readonly number[] | null;
  readonly status: TemplateStatus | null;
  readonly category: string | null;
  /** All of them must be there. */
  readonly tags: readonly string[];
  /** Part of name, description or text, in any case. */
  readonly search: string | null;
  /** Only templates that name this data source. */
  readonly dataSourceId: number | null;
}

export type TemplateSort = 'id' | 'name' | '-updated_at' | '-usage_count';

export abstract class TemplateCatalogue {
  /** With the content that is shown. */
  abstract pageOf(
    scope: TemplateScope,
    filter: TemplateFilter,
    sort: TemplateSort,
    request: PageRequest,
  ): Promise<Page<PromptTemplate>>;
}

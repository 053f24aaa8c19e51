import type { Page, PageRequest } from '../../../shared/page.js';
import type { Reach } from '../../../shared/reach.js';
import type { PromptTemplate, TemplateStatus } from '../../domain/prompt-template.js';

/** The templates that a caller may see. */
export interface TemplateScope {
  /** Of these the published ones are visible, and those that are in `edited` too in every state. */
  readonly read: Reach;
  readonly edited: Reach;
  /** Whether templates that other organizations share are visible too. */
  readonly withShared: boolean;
}

/** Filters; `null` does not filter. They look at the content that is shown, which for a published template is the published one. */
export interface TemplateFilter {
  readonly organizationId: number | null;
  readonly workspaceId: number | null;
  readonly ids: readonly number[] | null;
  readonly status: TemplateStatus | null;
  readonly category: string | null;
  /** A template must have all of these tags. */
  readonly tags: readonly string[];
  /** A part of the name, description or text, in upper or lower case. */
  readonly search: string | null;
  /** Only templates that name this data source. */
  readonly dataSourceId: number | null;
}

export type TemplateSort = 'id' | 'name' | '-updated_at' | '-usage_count';

export abstract class TemplateCatalogue {
  /** Templates with the content that is shown. */
  abstract pageOf(scope: TemplateScope, filter: TemplateFilter, sort: TemplateSort, request: PageRequest): Promise<Page<PromptTemplate>>;
}

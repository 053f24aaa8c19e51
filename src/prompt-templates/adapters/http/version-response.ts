import type { ContentDiff } from '../../domain/content-diff.js';
import type { TemplateContent, TemplateVersion } from '../../domain/prompt-template.js';
import { type ContentResponse, TEMPLATE_EXAMPLE, toContent } from './template-response.js';

export interface VersionSummary {
  readonly number: number;
  readonly message: string;
  /** SHA-256 of the content. */
  readonly checksum: string;
  readonly author_user_id: number;
  readonly published_at: string;
}

export type VersionResponse = VersionSummary & ContentResponse;

export interface DiffResponse {
  readonly from: number;
  readonly to: number | 'draft';
  readonly changes: readonly { readonly field: keyof ContentResponse; readonly from: unknown; readonly to: unknown }[];
  /** Unified, of the template text; empty when that is the same. */
  readonly text_diff: string;
}

export const SUMMARY_EXAMPLE: VersionSummary = {
  number: 2,
  message: 'Ask for kilometres.',
  checksum: '7a1b9f4d0c5e2a8836d1f7c94be0a52d6f1e3c8b9a047d25e6f8103b4c7d9e21',
  author_user_id: 2,
  published_at: '2026-11-20T10:02:11.000Z',
};

const { name, description, template_text, parameters, category, tags, compatible_data_source_ids } = TEMPLATE_EXAMPLE;

export const VERSION_EXAMPLE: VersionResponse = {
  ...SUMMARY_EXAMPLE,
  ...{ name, description, template_text, parameters, category, tags, compatible_data_source_ids },
};

export const DIFF_EXAMPLE: DiffResponse = {
  from: 1,
  to: 2,
  changes: [{ field: 'template_text', from: 'The longest rivers?', to: 'The longest rivers, in kilometres?' }],
  text_diff: '@@ -1,1 +1,1 @@\n-The longest rivers?\n+The longest rivers, in kilometres?',
};

const FIELDS: Readonly<Record<keyof TemplateContent, keyof ContentResponse>> = {
  name: 'name',
  description: 'description',
  text: 'template_text',
  parameters: 'parameters',
  category: 'category',
  tags: 'tags',
  compatibleDataSourceIds: 'compatible_data_source_ids',
};

export function toSummary(version: TemplateVersion): VersionSummary {
  const { number, message, checksum, authorUserId, publishedAt } = version;
  return { number, message, checksum, author_user_id: authorUserId, published_at: publishedAt.toISOString() };
}

export function toVersion(version: TemplateVersion): VersionResponse {
  return { ...toSummary(version), ...toContent(version.content) };
}

export function toDiff(from: number, to: number | 'draft', diff: ContentDiff): DiffResponse {
  const changes = diff.changes.map((change) => ({ ...change, field: FIELDS[change.field] }));
  return { from, to, changes, text_diff: diff.textDiff };
}

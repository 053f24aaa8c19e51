import { z } from 'zod';
import { component, id, listOf, moment, renamed } from '../../../platform/http/response-schemas.js';
import type { ContentDiff } from '../../domain/content-diff.js';
import type { TemplateContent, TemplateVersion as Version } from '../../domain/prompt-template.js';
import { CONTENT, type Content, TemplateParameter, content, toContent } from './template-response.js';

export const publication = {
  number: z.int().min(1),
  message: z.string().meta({ description: 'What is new in it; may be empty.' }),
  checksum: z.string().meta({ description: 'SHA-256 of the content.' }),
  published_at: moment,
};

export const PUBLICATION = {
  number: 2,
  message: 'Ask for kilometres.',
  checksum: '7a1b9f4d0c5e2a8836d1f7c94be0a52d6f1e3c8b9a047d25e6f8103b4c7d9e21',
  published_at: '2026-11-20T10:02:11.000Z',
};

const summary = { ...publication, published_by_user_id: id, author_user_id: renamed(id, 'published_by_user_id') };
const SUMMARY = { ...PUBLICATION, published_by_user_id: 2, author_user_id: 2 };

export const TemplateVersionSummary = component('TemplateVersionSummary', z.object(summary), SUMMARY);

export const TemplateVersion = component('TemplateVersion', z.object({ ...summary, ...content }), {
  ...SUMMARY,
  ...CONTENT,
});

const value = z.union([z.string(), listOf(z.string()), listOf(id), listOf(TemplateParameter)]);

export const TemplateDiff = component(
  'TemplateDiff',
  z.object({
    from: z.int().min(1),
    to: z.union([z.int().min(1), z.literal('draft')]),
    changes: listOf(z.object({ field: z.enum(Object.keys(content) as (keyof Content)[]), from: value, to: value })),
    text_diff: z.string().meta({ description: 'A unified diff of the template text; empty if the text is the same.' }),
  }),
  {
    from: 1,
    to: 2,
    changes: [{ field: 'template_text', from: 'The longest rivers?', to: 'The longest rivers, in kilometres?' }],
    text_diff: '@@ -1,1 +1,1 @@\n-The longest rivers?\n+The longest rivers, in kilometres?',
  },
);

const FIELDS: Readonly<Record<keyof TemplateContent, keyof Content>> = {
  name: 'name',
  description: 'description',
  text: 'template_text',
  parameters: 'parameters',
  category: 'category',
  tags: 'tags',
  compatibleDataSourceIds: 'compatible_data_source_ids',
};

export function toSummary(version: Version): z.infer<typeof TemplateVersionSummary> {
  const { number, message, checksum, authorUserId: by, publishedAt } = version;
  return { number, message, checksum, published_by_user_id: by, author_user_id: by, published_at: publishedAt.toISOString() };
}

export function toVersion(version: Version): z.infer<typeof TemplateVersion> {
  return { ...toSummary(version), ...toContent(version.content) };
}

export function toDiff(from: number, to: number | 'draft', diff: ContentDiff): z.infer<typeof TemplateDiff> {
  const changes = diff.changes.map((change) => ({ ...change, field: FIELDS[change.field] }));
  return { from, to, changes, text_diff: diff.textDiff };
}

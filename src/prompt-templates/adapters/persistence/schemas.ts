import { EntitySchema } from 'typeorm';
import type { ColumnsOf } from '../../../platform/database/columns-of.js';
import type { PromptTemplate, TemplateContent, TemplateIcon, TemplateVersion } from '../../domain/prompt-template.js';

/** The columns that a template and its versions have in common. */
const contentSchema = new EntitySchema<TemplateContent>({
  name: 'prompt_template_content',
  columns: {
    name: { type: 'text' },
    description: { type: 'text' },
    text: { name: 'template_text', type: 'text' },
    parameters: { type: 'jsonb' },
    category: { type: 'text' },
    tags: { type: 'text', array: true },
    compatibleDataSourceIds: { name: 'compatible_data_source_ids', type: 'integer', array: true },
  } satisfies ColumnsOf<TemplateContent>,
});
const embeddeds = { content: { schema: contentSchema, prefix: false } };

export type TemplateRow = Omit<PromptTemplate, 'icon'> & {
  readonly iconType: TemplateIcon['type'] | null;
  readonly iconKey: string | null;
};

export const templateSchema = new EntitySchema<TemplateRow>({
  name: 'prompt_templates',
  tableName: 'prompt_templates',
  embeddeds,
  columns: {
    id: { type: 'integer', primary: true, generated: 'increment' },
    organizationId: { name: 'organization_id', type: 'integer' },
    workspaceId: { name: 'workspace_id', type: 'integer', nullable: true },
    status: { type: 'text' },
    publishedVersion: { name: 'published_version', type: 'integer', nullable: true },
    isEdited: { name: 'is_edited', type: 'boolean', default: true },
    isSystemTemplate: { name: 'is_system_template', type: 'boolean', default: false },
    isPublic: { name: 'is_public', type: 'boolean' },
    usageCount: { name: 'usage_count', type: 'integer', default: 0 },
    iconType: { name: 'icon_type', type: 'text', nullable: true },
    iconKey: { name: 'icon_key', type: 'text', nullable: true },
    createdByUserId: { name: 'created_by_user_id', type: 'integer' },
    createdAt: { name: 'created_at', type: 'timestamptz' },
    updatedAt: { name: 'updated_at', type: 'timestamptz' },
    version: { type: 'integer', default: 1 },
  } satisfies ColumnsOf<Omit<TemplateRow, 'content'>>,
});

export const templateVersionSchema = new EntitySchema<TemplateVersion>({
  name: 'prompt_template_versions',
  tableName: 'prompt_template_versions',
  embeddeds,
  columns: {
    templateId: { name: 'template_id', type: 'integer', primary: true },
    number: { type: 'integer', primary: true },
    checksum: { type: 'text' },
    message: { type: 'text' },
    authorUserId: { name: 'author_user_id', type: 'integer' },
    publishedAt: { name: 'published_at', type: 'timestamptz' },
  } satisfies ColumnsOf<Omit<TemplateVersion, 'content'>>,
});

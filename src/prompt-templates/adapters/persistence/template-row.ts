import type { PromptTemplate, TemplateIcon } from '../../domain/prompt-template.js';

export const CONTENT = `json_build_object('name', name, 'description', description, 'text', template_text,
  'parameters', parameters, 'category', category, 'tags', tags,
  'compatibleDataSourceIds', compatible_data_source_ids) AS content`;

export const TEMPLATE = `id, organization_id AS "organizationId", ${CONTENT}, status,
  published_version AS "publishedVersion", is_edited AS "isEdited", is_system_template AS "isSystemTemplate",
  is_public AS "isPublic", usage_count AS "usageCount", icon_type AS "iconType", icon_key AS "iconKey",
  created_by_user_id AS "createdByUserId", created_at AS "createdAt", updated_at AS "updatedAt", version`;

export type TemplateRow = Omit<PromptTemplate, 'icon'> & {
  readonly iconType: TemplateIcon['type'] | null;
  readonly iconKey: string;
};

export function templateOf({ iconType, iconKey, ...row }: TemplateRow): PromptTemplate {
  return { ...row, icon: iconType === null ? null : { type: iconType, key: iconKey } };
}

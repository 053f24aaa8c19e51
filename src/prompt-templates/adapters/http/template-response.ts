import type { IconUrls } from '../../application/ports/template-icons.js';
import type { Parameter } from '../../domain/parameter.js';
import type { PromptTemplate, TemplateContent, TemplateStatus } from '../../domain/prompt-template.js';

/** None of it is ever null or missing. */
export interface TemplateResponse {
  readonly id: number;
  readonly organization_id: number;
  readonly name: string;
  readonly description: string;
  readonly template_text: string;
  readonly parameters: readonly Parameter[];
  readonly category: string;
  readonly tags: readonly string[];
  readonly icon_url: string;
  readonly icon_presigned_url: string;
  readonly status: TemplateStatus;
  readonly compatible_data_source_ids: readonly number[];
  readonly is_system_template: boolean;
  readonly is_public: boolean;
  readonly usage_count: number;
  readonly created_by_user_id: number;
  readonly created_at: string;
  readonly updated_at: string;
}

export const TEMPLATE_EXAMPLE: TemplateResponse = {
  id: 1,
  organization_id: 1,
  name: 'Longest rivers of a continent',
  description: 'Ranks the rivers of one continent by length.',
  template_text: 'Which are the {{limit}} longest rivers of {{continent}}? Give name and length in kilometres.',
  parameters: [
    { name: 'continent', type: 'enum', required: true, enum: ['Africa', 'Asia', 'Europe'], default: 'Europe' },
    { name: 'limit', type: 'integer', required: false, default: '10', minimum: 1, maximum: 100 },
  ],
  category: 'hydrology',
  tags: ['rivers', 'ranking'],
  icon_url: 'https://headgate.example/api/v1/prompt-templates/1/icon',
  icon_presigned_url: 'https://headgate.example/icons/7f3a2c?expires=1795255200&signature=Rk9PQkFS',
  status: 'published',
  compatible_data_source_ids: [1],
  is_system_template: false,
  is_public: false,
  usage_count: 42,
  created_by_user_id: 2,
  created_at: '2026-11-20T09:15:00.000Z',
  updated_at: '2026-11-20T10:02:11.000Z',
};

export function toTemplateResponse(template: PromptTemplate, icons: IconUrls): TemplateResponse {
  const { name, description, template_text, parameters, category, tags, compatible_data_source_ids } = toContent(
    template.content,
  );
  return {
    id: template.id,
    organization_id: template.organizationId,
    name,
    description,
    template_text,
    parameters,
    category,
    tags,
    icon_url: icons.url,
    icon_presigned_url: icons.presignedUrl,
    status: template.status,
    compatible_data_source_ids,
    is_system_template: template.isSystemTemplate,
    is_public: template.isPublic,
    usage_count: template.usageCount,
    created_by_user_id: template.createdByUserId,
    created_at: template.createdAt.toISOString(),
    updated_at: template.updatedAt.toISOString(),
  };
}

export interface ContentResponse {
  readonly name: string;
  readonly description: string;
  readonly template_text: string;
  readonly parameters: readonly Parameter[];
  readonly category: string;
  readonly tags: readonly string[];
  readonly compatible_data_source_ids: readonly number[];
}

export function toContent(content: TemplateContent): ContentResponse {
  const { name, description, text, parameters, category, tags, compatibleDataSourceIds } = content;
  return {
    name,
    description,
    template_text: text,
    parameters: parameters.map(toParameter),
    category,
    tags,
    compatible_data_source_ids: compatibleDataSourceIds,
  };
}

/** The five that everybody knows come first; the database does not keep the order of members. */
function toParameter({ name, type, required, ...rest }: Parameter): Parameter {
  const { description, default: preset, ...constraints } = rest;
  return {
    name,
    type,
    required,
    ...(description !== undefined && { description }),
    ...(preset !== undefined && { default: preset }),
    ...constraints,
  };
}

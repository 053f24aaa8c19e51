import { z } from 'zod';
import { component, id, listOf, moment } from '../../../platform/http/response-schemas.js';
import type { IconUrls } from '../../application/ports/template-icons.js';
import { PARAMETER_TYPES, type Parameter } from '../../domain/parameter.js';
import { type PromptTemplate as Template, TEMPLATE_STATUSES, type TemplateContent } from '../../domain/prompt-template.js';

const count = z.int().min(0).optional();

export const TemplateParameter = component(
  'TemplateParameter',
  z.object({
    name: z.string().meta({ description: 'The name in the placeholder `{{name}}`.' }),
    type: z.enum(PARAMETER_TYPES),
    required: z.boolean(),
    description: z.string().optional(),
    default: z.string().optional().meta({ description: 'The value as text; for an array, its JSON.' }),
    enum: listOf(z.string()).optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    minLength: count,
    maxLength: count,
    pattern: z.string().optional(),
    items: z.object({ type: z.enum(PARAMETER_TYPES).exclude(['array']), enum: listOf(z.string()).optional() }).optional(),
    minItems: count,
    maxItems: count,
    sensitive: z.boolean().optional().meta({ description: 'No history and no log keeps the value.' }),
  }),
  { name: 'limit', type: 'integer', required: false, default: '10', minimum: 1, maximum: 100 },
  'The constraints are those of JSON Schema by the same names.',
);

export const status = z.enum(TEMPLATE_STATUSES);

/** What means the same in every organization. */
export const portableContent = {
  name: z.string(),
  description: z.string(),
  template_text: z.string(),
  parameters: listOf(TemplateParameter),
  category: z.string(),
  tags: listOf(z.string()),
};

/** What the working copy has, and each version. */
export const content = {
  ...portableContent,
  compatible_data_source_ids: listOf(id).meta({ description: 'Empty: any of the organization.' }),
};

export type Content = z.infer<z.ZodObject<typeof content>>;

export const PORTABLE_CONTENT: z.infer<z.ZodObject<typeof portableContent>> = {
  name: 'Longest rivers of a continent',
  description: 'Ranks the rivers of one continent by length.',
  template_text: 'Which are the {{limit}} longest rivers of {{continent}}? Give name and length in kilometres.',
  parameters: [
    { name: 'continent', type: 'enum', required: true, enum: ['Africa', 'Asia', 'Europe'], default: 'Europe' },
    { name: 'limit', type: 'integer', required: false, default: '10', minimum: 1, maximum: 100 },
  ],
  category: 'hydrology',
  tags: ['rivers', 'ranking'],
};

export const CONTENT: Content = { ...PORTABLE_CONTENT, compatible_data_source_ids: [1] };

export const PromptTemplate = component(
  'PromptTemplate',
  z.object({
    id,
    organization_id: id,
    workspace_id: id.optional().meta({ description: 'The workspace that holds it; missing where the organization itself does.' }),
    ...content,
    icon_url: z.string().meta({ description: 'Stays the same; reading it needs the access token.' }),
    icon_presigned_url: z.string().meta({ description: 'Needs no token, and expires.' }),
    status,
    is_system_template: z.boolean(),
    is_public: z.boolean().meta({ description: 'Whether other organizations may use what is published.' }),
    usage_count: z.int().min(0),
    created_by_user_id: id,
    created_at: moment,
    updated_at: moment,
  }),
  {
    id: 1,
    organization_id: 1,
    ...CONTENT,
    icon_url: 'https://headgate.example/api/v1/prompt-templates/1/icon',
    icon_presigned_url: 'https://headgate.example/icons/7f3a2c?expires=1795255200&signature=Rk9PQkFS',
    status: 'published',
    is_system_template: false,
    is_public: false,
    usage_count: 42,
    created_by_user_id: 2,
    created_at: '2026-11-20T09:15:00.000Z',
    updated_at: '2026-11-20T10:02:11.000Z',
  },
);

/** In the examples: what the example of a request gives. */
export const GIVEN = {
  id: 2,
  name: 'Rivers of a basin',
  description: 'Lists the rivers of one basin.',
  template_text: 'Which rivers belong to the basin of the {{basin}}? Give name and length in kilometres.',
  parameters: [{ name: 'basin', type: 'string', required: true, description: 'Its name', default: 'Danube' }],
  tags: ['rivers', 'basins'],
  icon_url: 'https://headgate.example/api/v1/prompt-templates/2/icon',
  status: 'draft',
  usage_count: 0,
} satisfies Partial<PromptTemplate>;

export type PromptTemplate = z.infer<typeof PromptTemplate>;

export function toPromptTemplate(template: Template, icons: IconUrls): PromptTemplate {
  const { compatible_data_source_ids, ...rest } = toContent(template.content);
  return {
    id: template.id,
    organization_id: template.organizationId,
    ...(template.workspaceId !== null && { workspace_id: template.workspaceId }),
    ...rest,
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

export function toContent({ compatibleDataSourceIds, text, ...content }: TemplateContent): Content {
  const { name, description, parameters, category, tags } = content;
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

/** The five common members come first, because the database does not keep their order. */
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

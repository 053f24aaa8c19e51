import type { Template } from '../template';

/** What a person edits of a template. */
export type Content = Pick<
  Template,
  'name' | 'description' | 'template_text' | 'parameters' | 'category' | 'tags' | 'compatible_data_source_ids' | 'is_public'
> & {
  /** `null` for the organization itself. */
  readonly workspace_id: number | null;
};

export function contentOf(template: Template): Content {
  const {
    name,
    description,
    template_text,
    parameters,
    category,
    tags,
    compatible_data_source_ids,
    is_public,
    workspace_id = null,
  } = template;
  return { name, description, template_text, parameters, category, tags, compatible_data_source_ids, is_public, workspace_id };
}

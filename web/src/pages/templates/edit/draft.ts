import { tabStore } from '../../../session/stores';
import type { Template } from '../template';

/** What a person edits of a template. */
export type Content = Pick<
  Template,
  'name' | 'description' | 'template_text' | 'parameters' | 'category' | 'tags' | 'compatible_data_source_ids' | 'is_public'
> & {
  /** `null` for the organization itself. */
  readonly workspace_id: number | null;
};

export interface Draft {
  /** The change of the template that the edits began with. */
  readonly version: string;
  readonly content: Content;
}

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

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const PREFIX = 'headgate.template-draft.';

const keyOf = (user: string, template: string): string => `${PREFIX}${user}.${template}`;

/**
 * Unsaved edits last as long as the tab, and belong to the person who made them: another person's edits are removed.
 */
export function keptDraft<Of = Draft>(user: string, template: string): Of | null {
  for (const key of tabStore.names()) {
    if (key.startsWith(PREFIX) && !key.startsWith(`${PREFIX}${user}.`)) tabStore.remove(key);
  }
  const kept = tabStore.get(keyOf(user, template));
  return kept === null ? null : (JSON.parse(kept) as Of);
}

export function keepDraft(user: string, template: string, draft: object | null): void {
  if (draft === null) tabStore.remove(keyOf(user, template));
  else tabStore.set(keyOf(user, template), JSON.stringify(draft));
}

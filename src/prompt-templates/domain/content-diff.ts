import { canonicalJson } from '../../shared/json-digest.js';
import type { TemplateContent } from './prompt-template.js';
import { textDiff } from './text-diff.js';

interface FieldChange {
  readonly field: keyof TemplateContent;
  readonly from: TemplateContent[keyof TemplateContent];
  readonly to: TemplateContent[keyof TemplateContent];
}

export interface ContentDiff {
  /** The differences field by field; none for equal contents. */
  readonly changes: readonly FieldChange[];
  /** A unified diff of the text; empty if the text is the same. */
  readonly textDiff: string;
}

const FIELDS = [
  'name',
  'description',
  'text',
  'parameters',
  'category',
  'tags',
  'compatibleDataSourceIds',
] as const satisfies readonly (keyof TemplateContent)[];

export function changedFields(from: TemplateContent, to: TemplateContent): readonly (keyof TemplateContent)[] {
  return FIELDS.filter((field) => canonicalJson(from[field]) !== canonicalJson(to[field]));
}

export function contentDiff(from: TemplateContent, to: TemplateContent): ContentDiff {
  const changes = changedFields(from, to).map((field) => ({ field, from: from[field], to: to[field] }));
  return { changes, textDiff: textDiff(from.text, to.text) };
}

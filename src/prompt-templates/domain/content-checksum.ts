import { jsonDigest } from '../../shared/json-digest.js';
import type { TemplateContent } from './prompt-template.js';

/** The same for the same content, whatever way it was stored: field by field, for what else is kept with it says nothing. */
export function checksumOf(content: TemplateContent): string {
  const { name, description, text, parameters, category, tags, compatibleDataSourceIds } = content;
  return jsonDigest({ name, description, text, parameters, category, tags, compatibleDataSourceIds });
}

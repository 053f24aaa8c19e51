import type { FieldError } from '../../shared/domain-error.js';
import { checksumOf } from './template-life.js';
import type { PromptTemplate, TemplateContent, TemplateVersion } from './prompt-template.js';

/** What is there already under the name. */
export interface Present {
  readonly template: PromptTemplate;
  readonly published: TemplateVersion | null;
}

export interface ImportStep {
  readonly kind: 'created' | 'updated' | 'unchanged';
  readonly content: TemplateContent;
  readonly present: Present | null;
  /** The message of the version that is published with it; `null` when it stays a draft. */
  readonly publishedAs: string | null;
}

export interface ImportPlan {
  readonly steps: readonly ImportStep[];
  /** Nothing is written while there are any. */
  readonly problems: readonly FieldError[];
}

/** @param publishedAs `null` when it is not, or may not be, published */
export function stepFor(content: TemplateContent, present: Present | null, publishedAs: string | null): ImportStep {
  if (present === null) return { kind: 'created', content, present, publishedAs };
  const { template, published } = present;
  const isSame = checksumOf(template.content) === checksumOf(content);
  const isOut = template.status === 'published' && published?.checksum === checksumOf(content);
  const isDone = isSame && (publishedAs === null || isOut);
  // To publish it again would be a version that brings nothing new.
  return { kind: isDone ? 'unchanged' : 'updated', content, present, publishedAs: isOut ? null : publishedAs };
}

/** Why what is there cannot be replaced by an import; `null` when it can. */
export function obstacleOf(present: Present | null): string | null {
  if (present === null) return null;
  if (present.template.isSystemTemplate) return 'The template of this name is a system template.';
  if (present.template.status === 'archived') return 'The template of this name is archived; restore a version first.';
  return null;
}

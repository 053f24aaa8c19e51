import type { FieldError } from '../../shared/domain-error.js';
import { checksumOf } from './template-life.js';
import type { PromptTemplate, TemplateContent, TemplateVersion } from './prompt-template.js';
import type { Sentence } from '../../shared/sentence.js';

/** The template that has the name already. */
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
  /** While there are problems, nothing is written. */
  readonly problems: readonly FieldError[];
}

/** @param publishedAs `null` if it is not published, or must not be */
export function stepFor(content: TemplateContent, present: Present | null, publishedAs: string | null): ImportStep {
  if (present === null) return { kind: 'created', content, present, publishedAs };
  const { template, published } = present;
  const isSame = checksumOf(template.content) === checksumOf(content);
  const isOut = template.status === 'published' && published?.checksum === checksumOf(content);
  const isDone = isSame && (publishedAs === null || isOut);
  // Another publication would make a version without any change.
  return { kind: isDone ? 'unchanged' : 'updated', content, present, publishedAs: isOut ? null : publishedAs };
}

/** Why an import cannot replace the existing template; `null` if it can. */
export function obstacleOf(present: Present | null): Sentence | null {
  if (present === null) return null;
  if (present.template.isSystemTemplate) return 'The template of this name is a system template.';
  if (present.template.status === 'archived') return 'The template of this name is archived; restore a version first.';
  return null;
}

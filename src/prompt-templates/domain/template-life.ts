import type { PromptTemplate, TemplateContent, TemplateStatus, TemplateVersion } from './prompt-template.js';
import { MoveNotAllowed, NothingToPublish } from './template.errors.js';
import { jsonDigest } from '../../shared/json-digest.js';

/** The same for the same content, however it was stored. It is compared field by field, without what else is stored with it. */
export function checksumOf(content: TemplateContent): string {
  const { name, description, text, parameters, category, tags, compatibleDataSourceIds } = content;
  return jsonDigest({ name, description, text, parameters, category, tags, compatibleDataSourceIds });
}

/** Every move there is: what a template becomes by it, from each status; a move that is not here is refused. */
const MOVES = {
  edited: { draft: 'draft', published: 'published' },
  published: { draft: 'published', published: 'published' },
  archived: { draft: 'archived', published: 'archived' },
  restored: { draft: 'draft', published: 'published', archived: 'draft' },
} as const satisfies Record<string, Readonly<Partial<Record<TemplateStatus, TemplateStatus>>>>;

type Move = keyof typeof MOVES;

/** @throws MoveNotAllowed */
function moved(template: PromptTemplate, move: Move): TemplateStatus {
  const becomes: Readonly<Partial<Record<TemplateStatus, TemplateStatus>>> = MOVES[move];
  const status = becomes[template.status];
  if (status === undefined) throw new MoveNotAllowed(move, template.status);
  return status;
}

/** @param published the version that everybody sees, if there is one @throws MoveNotAllowed */
export function edited(
  template: PromptTemplate,
  content: TemplateContent,
  published: TemplateVersion | null,
): PromptTemplate {
  return withContent({ ...template, status: moved(template, 'edited') }, content, published);
}

/** Brings an old version back as the working copy, and an archived template with it. @throws MoveNotAllowed */
export function restored(
  template: PromptTemplate,
  version: TemplateVersion,
  published: TemplateVersion | null,
): PromptTemplate {
  return withContent({ ...template, status: moved(template, 'restored') }, version.content, published);
}

/** @throws MoveNotAllowed */
export function archived(template: PromptTemplate): PromptTemplate {
  return { ...template, status: moved(template, 'archived') };
}

/** @returns the template with the version that it is published as @throws MoveNotAllowed, NothingToPublish */
export function published(
  template: PromptTemplate,
  by: { readonly message: string; readonly authorUserId: number; readonly at: Date },
): { template: PromptTemplate; version: TemplateVersion } {
  const status = moved(template, 'published');
  if (template.status === 'published' && !template.isEdited) throw new NothingToPublish();
  // Only ever counted up, also over an archiving: the last published one is the highest.
  const number = (template.publishedVersion ?? 0) + 1;
  const { id: templateId, content } = template;
  const { message, authorUserId, at: publishedAt } = by;
  return {
    template: { ...template, status, publishedVersion: number, isEdited: false },
    version: { templateId, number, content, checksum: checksumOf(content), message, authorUserId, publishedAt },
  };
}

function withContent(template: PromptTemplate, content: TemplateContent, published: TemplateVersion | null) {
  return { ...template, content, isEdited: published === null || published.checksum !== checksumOf(content) };
}

/** As an editor sees it: a draft again as soon as it differs from what is published. */
export function workingCopyOf(template: PromptTemplate): PromptTemplate {
  return template.status === 'published' && template.isEdited ? { ...template, status: 'draft' } : template;
}

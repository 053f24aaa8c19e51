import type { PromptTemplate, TemplateContent, TemplateStatus, TemplateVersion } from './prompt-template.js';
import { MoveNotAllowed, NothingToPublish } from './template.errors.js';
import { jsonDigest } from '../../shared/json-digest.js';

/** The same for the same content, even if it was stored in another way. It covers the fields of the content and nothing else. */
export function checksumOf(content: TemplateContent): string {
  const { name, description, text, parameters, category, tags, compatibleDataSourceIds } = content;
  return jsonDigest({ name, description, text, parameters, category, tags, compatibleDataSourceIds });
}

/** All moves: the status that a template gets by a move, for each earlier status. A move that is missing here is refused. */
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
  if (status === undefined) throw new MoveNotAllowed(move);
  return status;
}

/** @param published the version that all readers see, if there is one @throws MoveNotAllowed */
export function edited(template: PromptTemplate, content: TemplateContent, published: TemplateVersion | null): PromptTemplate {
  return withContent({ ...template, status: moved(template, 'edited') }, content, published);
}

/** Brings an old version back as the working copy, and an archived template with it. @throws MoveNotAllowed */
export function restored(template: PromptTemplate, version: TemplateVersion, published: TemplateVersion | null): PromptTemplate {
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
  // The number only grows, also after an archiving, so the last published version has the highest.
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

/** The status that an editor sees: a draft again as soon as it differs from the published version. */
export function workingCopyOf(template: PromptTemplate): PromptTemplate {
  return template.status === 'published' && template.isEdited ? { ...template, status: 'draft' } : template;
}

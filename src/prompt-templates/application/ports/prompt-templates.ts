import type { Caller } from '../../../shared/caller.js';
import type { Page, PageRequest } from '../../../shared/page.js';
import type { PromptTemplate, TemplateIcon, TemplateVersion } from '../../domain/prompt-template.js';

export type NewTemplate = Omit<
  PromptTemplate,
  'id' | 'status' | 'publishedVersion' | 'isEdited' | 'isSystemTemplate' | 'usageCount' | 'icon' | 'version'
>;

export abstract class PromptTemplates {
  /** As a draft. @throws NameTaken */
  abstract add(template: NewTemplate): Promise<PromptTemplate>;
  abstract find(id: number): Promise<PromptTemplate | null>;
  /** Finds templates of the caller's organizations, and shared ones; `null` for others, as for missing ones. */
  abstract findFor(caller: Caller, id: number): Promise<PromptTemplate | null>;
  /** Until the end of the transaction. */
  abstract lock(id: number): Promise<PromptTemplate | null>;
  /** Raises the version; how often it was used and its icon have ways of their own. @throws NameTaken */
  abstract save(template: PromptTemplate): Promise<PromptTemplate>;
  /** `null` goes back to the generated one. */
  abstract setIcon(id: number, icon: TemplateIcon | null): Promise<void>;
  /** With its versions. */
  abstract remove(id: number): Promise<void>;
  abstract addVersion(version: TemplateVersion): Promise<void>;
  abstract findVersion(id: number, number: number): Promise<TemplateVersion | null>;
  /** Newest first. */
  abstract versionsOf(id: number, request: PageRequest): Promise<Page<TemplateVersion>>;
  /** All versions of all of them, newest first. */
  abstract historyOf(ids: readonly number[]): Promise<readonly TemplateVersion[]>;
  /** By the name of the working copy; until the end of the transaction. */
  abstract lockNamed(organizationId: number, names: readonly string[]): Promise<readonly PromptTemplate[]>;
  /** Counts one more; several may count at the same time. */
  abstract countUse(id: number): Promise<void>;
}

import type { Caller } from '../../../shared/caller.js';
import type { Page, PageRequest } from '../../../shared/page.js';
import type { PromptTemplate, TemplateIcon, TemplateVersion } from '../../domain/prompt-template.js';

export type NewTemplate = Omit<
  PromptTemplate,
  'id' | 'status' | 'publishedVersion' | 'isEdited' | 'isSystemTemplate' | 'usageCount' | 'icon' | 'version'
>;

export abstract class PromptTemplates {
  /** Adds a draft. @throws NameTaken */
  abstract add(template: NewTemplate): Promise<PromptTemplate>;
  abstract find(id: number): Promise<PromptTemplate | null>;
  /** Finds templates of the caller's organizations, and shared ones; `null` for others, as for missing ones. */
  abstract findFor(caller: Caller, id: number): Promise<PromptTemplate | null>;
  /** Locks it until the end of the transaction. */
  abstract lock(id: number): Promise<PromptTemplate | null>;
  /** Raises the version. The number of uses and the icon are changed by other methods. @throws NameTaken */
  abstract save(template: PromptTemplate): Promise<PromptTemplate>;
  /** `null` returns to the generated icon. */
  abstract setIcon(id: number, icon: TemplateIcon | null): Promise<void>;
  /** Deletes the template with its versions. */
  abstract remove(id: number): Promise<void>;
  abstract addVersion(version: TemplateVersion): Promise<void>;
  abstract findVersion(id: number, number: number): Promise<TemplateVersion | null>;
  /** Newest first. */
  abstract versionsOf(id: number, request: PageRequest): Promise<Page<TemplateVersion>>;
  /** All versions of these templates, newest first. */
  abstract historyOf(ids: readonly number[]): Promise<readonly TemplateVersion[]>;
  /** Locks templates by the names of their working copies until the end of the transaction. */
  abstract lockNamed(organizationId: number, names: readonly string[]): Promise<readonly PromptTemplate[]>;
  /** For each name once, whether a template has one that people would take for it. Such names have one key. */
  abstract judgedNames(
    organizationId: number,
    names: readonly string[],
  ): Promise<readonly { readonly name: string; readonly key: string; readonly hasTwin: boolean }[]>;
  /** Counts one more use. Several requests may count at the same time. */
  abstract countUse(id: number): Promise<void>;
}

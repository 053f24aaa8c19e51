import type { PromptTemplate, TemplateVersion } from '../../domain/prompt-template.js';

export abstract class PromptTemplates {
  abstract find(id: number): Promise<PromptTemplate | null>;
  /** Until the end of the transaction. */
  abstract lock(id: number): Promise<PromptTemplate | null>;
  abstract findVersion(id: number, number: number): Promise<TemplateVersion | null>;
  /** One more, whoever else counts at the same time. */
  abstract countUse(id: number): Promise<void>;
}

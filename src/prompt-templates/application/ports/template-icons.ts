import type { PromptTemplate } from '../../domain/prompt-template.js';

export interface IconUrls {
  /** Stays the same; whoever follows it needs a token. */
  readonly url: string;
  /** Needs no token and expires. */
  readonly presignedUrl: string;
}

export abstract class TemplateIcons {
  /** Of every template: one without an uploaded icon has a generated one. */
  abstract urlsOf(template: PromptTemplate): Promise<IconUrls>;
}

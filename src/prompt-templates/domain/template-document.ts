import { jsonDigest } from '../../shared/json-digest.js';
import type { TemplateContent, TemplateStatus } from './prompt-template.js';

export const DOCUMENT_FORMAT = 'headgate.prompt-templates';
export const DOCUMENT_VERSION = 1;
/** The most templates in one document. */
export const MOST_TEMPLATES = 100;

/** What means the same elsewhere: without ids, for those of one organization are nothing in another. */
export interface PortableContent extends Omit<TemplateContent, 'compatibleDataSourceIds' | 'parameters'> {
  readonly parameters: readonly unknown[];
  /** Names. */
  readonly dataSources: readonly string[];
}

export interface PortableTemplate {
  /** The published version of a published template, the working copy of another. */
  readonly content: PortableContent;
  readonly status: TemplateStatus;
  /** SHA-256 of the content. */
  readonly checksum: string;
  /** What was published, and when; newest first. The checksums are those of the versions where they came from. */
  readonly versions: readonly {
    readonly number: number;
    readonly message: string;
    readonly checksum: string;
    readonly publishedAt: string;
  }[];
}

/** What is exported was judged when it was stored. */
export interface ExportedTemplate extends PortableTemplate {
  readonly content: PortableContent & Pick<TemplateContent, 'parameters'>;
}

export function portableChecksum(content: PortableContent): string {
  const { name, description, text, parameters, category, tags, dataSources } = content;
  return jsonDigest({ name, description, text, parameters, category, tags, dataSources });
}

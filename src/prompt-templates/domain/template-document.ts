import { jsonDigest } from '../../shared/json-digest.js';
import type { TemplateContent, TemplateStatus } from './prompt-template.js';

export const DOCUMENT_FORMAT = 'headgate.prompt-templates';
export const DOCUMENT_VERSION = 1;
/** The most templates in one document. */
export const MOST_TEMPLATES = 100;

/** A template as it means the same elsewhere: without ids, because those of one organization mean nothing in another. */
export interface PortableContent extends Omit<TemplateContent, 'compatibleDataSourceIds' | 'parameters'> {
  readonly parameters: readonly unknown[];
  /** Names of data sources. */
  readonly dataSources: readonly string[];
}

export interface PortableTemplate {
  /** The published version of a published template, otherwise the working copy. */
  readonly content: PortableContent;
  readonly status: TemplateStatus;
  /** SHA-256 of the content. */
  readonly checksum: string;
  /** The published versions with their times, newest first. The checksums are those of the organization of origin. */
  readonly versions: readonly {
    readonly number: number;
    readonly message: string;
    readonly checksum: string;
    readonly publishedAt: string;
  }[];
}

/** Checks nothing: an exported template was checked when it was stored. */
export interface ExportedTemplate extends PortableTemplate {
  readonly content: PortableContent & Pick<TemplateContent, 'parameters'>;
}

export function portableChecksum(content: PortableContent): string {
  const { name, description, text, parameters, category, tags, dataSources } = content;
  return jsonDigest({ name, description, text, parameters, category, tags, dataSources });
}

import type { Parameter } from './parameter.js';

export const TEMPLATE_STATUSES = ['draft', 'published', 'archived'] as const;

export type TemplateStatus = (typeof TEMPLATE_STATUSES)[number];

export const ICON_TYPES = ['image/png', 'image/svg+xml', 'image/webp'] as const;

/** The content that a version keeps. */
export interface TemplateContent {
  readonly name: string;
  readonly description: string;
  readonly text: string;
  /** The parameters in the order in which they were given. */
  readonly parameters: readonly Parameter[];
  readonly category: string;
  readonly tags: readonly string[];
  /** Empty means any data source of the organization. */
  readonly compatibleDataSourceIds: readonly number[];
}

/** The uploaded icon; without one the template has a generated icon. */
export interface TemplateIcon {
  readonly key: string;
  readonly type: (typeof ICON_TYPES)[number];
}

export interface PromptTemplate {
  readonly id: number;
  readonly organizationId: number;
  /** The workspace that holds it; `null`: the organization itself. */
  readonly workspaceId: number | null;
  /** The working copy: members who may write see it, and a publication copies it. */
  readonly content: TemplateContent;
  readonly status: TemplateStatus;
  /** The version that other people see; `null` before the first one. */
  readonly publishedVersion: number | null;
  /** Whether the working copy differs from that version. */
  readonly isEdited: boolean;
  readonly isSystemTemplate: boolean;
  readonly isPublic: boolean;
  readonly usageCount: number;
  readonly icon: TemplateIcon | null;
  readonly createdByUserId: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** The version of the row, for `If-Match`. It is not the number of the published version. */
  readonly version: number;
}

/** A published version. It is immutable. */
export interface TemplateVersion {
  readonly templateId: number;
  readonly number: number;
  readonly content: TemplateContent;
  /** SHA-256 of the content, in hexadecimal. */
  readonly checksum: string;
  readonly message: string;
  readonly authorUserId: number;
  readonly publishedAt: Date;
}

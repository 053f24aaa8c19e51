import type { Column } from './relation.js';

export const USER_TYPE_KINDS = ['enum', 'domain', 'composite'] as const;

/** Enumerated types, domains and composite types of a schema. */
export interface UserType {
  readonly kind: (typeof USER_TYPE_KINDS)[number];
  readonly name: string;
  readonly comment: string | null;
  /** Labels of an enumerated type, in its order; empty for others. */
  readonly values: readonly string[];
  /** Whether it has more labels than these. */
  readonly valuesCut: boolean;
  /** For a domain: its base type, and its checks. */
  readonly base: string | null;
  readonly nullable: boolean;
  readonly default: string | null;
  readonly checks: readonly string[];
  /** Of a composite type. */
  readonly attributes: readonly TypeAttribute[];
}

export type TypeAttribute = Pick<Column, 'name' | 'type' | 'collation' | 'comment'>;

import type { ColumnTag, ReviewedRelation } from '../../domain/column-tags.js';
import type { DataRule } from '../../domain/data-policy.js';
import type { FormerName } from '../../domain/former-names.js';
import type { KeptTag } from './column-tags.js';

/** Everything that refers to one data source by names. */
export interface NamesOfSource {
  readonly policies: readonly { readonly id: number; readonly rules: readonly DataRule[] }[];
  readonly tags: readonly KeptTag[];
  readonly reviewed: readonly ReviewedRelation[];
}

export interface SourceOfNames {
  readonly id: number;
  readonly organizationId: number;
}

export abstract class NamesInForce {
  /** Keeps policies and tags of an organization from changing until the unit of work ends, also its first ones. */
  abstract lock(organizationId: number): Promise<void>;
  abstract of(dataSourceId: number): Promise<NamesOfSource>;
  /** @param by `null`: the service itself */
  abstract changeRules(policyId: number, rules: readonly DataRule[], by: number | null, at: Date): Promise<void>;
  /** Each tag goes to other columns, and is not weaker there than before. */
  abstract moveTag(source: SourceOfNames, tag: KeptTag, to: readonly ColumnTag[], by: number | null, at: Date): Promise<void>;
  abstract moveReview(source: SourceOfNames, from: ReviewedRelation, to: readonly ReviewedRelation[]): Promise<void>;
  abstract remember(source: SourceOfNames, former: readonly FormerName[]): Promise<void>;
}

import type { FormerName } from '../../domain/former-names.js';
import type { ColumnTag, KeptNames, ReviewedRelation, TagState } from '../../domain/column-tags.js';

export interface KeptTag extends ColumnTag {
  readonly state: TagState;
}

export interface TagChange extends ColumnTag {
  readonly organizationId: number;
  readonly dataSourceId: number;
  readonly by: number;
  readonly at: Date;
}

export abstract class ColumnTags {
  /** All of a data source, by place, refused ones too. */
  abstract ofSource(dataSourceId: number): Promise<readonly KeptTag[]>;
  /** All tags of a data source that count, by place, without refused ones. */
  abstract inForce(dataSourceId: number): Promise<readonly ColumnTag[]>;
  /** Tags of columns of the organization or of one of its data sources, without refused ones. */
  abstract names(organizationId: number, dataSourceId: number | null): Promise<readonly string[]>;
  abstract reviewed(dataSourceId: number): Promise<readonly ReviewedRelation[]>;
  /** Former names of relations and columns, and relations that may be missing ones under a new name. */
  abstract formerNames(dataSourceId: number): Promise<readonly FormerName[]>;
  /** Relations of an organization that may be missing ones under a new name, by data source; mostly there are none. */
  abstract presumedNames(organizationId: number): Promise<ReadonlyMap<number, readonly FormerName[]>>;
  abstract count(dataSourceId: number): Promise<KeptNames>;
  abstract set(change: TagChange, state: TagState): Promise<void>;
  /** @returns whether there was one */
  abstract remove(dataSourceId: number, tag: ColumnTag): Promise<boolean>;
  /** Adds to the columns that a person has looked at. */
  abstract review(organizationId: number, dataSourceId: number, relation: ReviewedRelation): Promise<void>;
  /** Whether the relation appeared when another one had disappeared, and no person has reviewed it. */
  abstract isPresumed(dataSourceId: number, relation: Pick<ReviewedRelation, 'schema' | 'relation'>): Promise<boolean>;
  /** A person has looked at the relation: it is not presumed to be another one any more. */
  abstract settle(dataSourceId: number, relation: Pick<ReviewedRelation, 'schema' | 'relation'>): Promise<void>;
  /** Whether the column has the tag and an active policy depends on it. */
  abstract hides(dataSourceId: number, tag: ColumnTag): Promise<boolean>;
}

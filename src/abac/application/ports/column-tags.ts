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
  /** All of a data source that count, by place: refused ones are none. */
  abstract inForce(dataSourceId: number): Promise<readonly ColumnTag[]>;
  /** Tags that columns of the organization have, or of one of its data sources; refused ones are none. */
  abstract names(organizationId: number, dataSourceId: number | null): Promise<readonly string[]>;
  abstract reviewed(dataSourceId: number): Promise<readonly ReviewedRelation[]>;
  /** Names that relations and columns had before, and relations that may be ones that have gone. */
  abstract formerNames(dataSourceId: number): Promise<readonly FormerName[]>;
  /** Of an organization, by data source: relations that may be ones that have gone; mostly there are none. */
  abstract presumedNames(organizationId: number): Promise<ReadonlyMap<number, readonly FormerName[]>>;
  abstract count(dataSourceId: number): Promise<KeptNames>;
  abstract set(change: TagChange, state: TagState): Promise<void>;
  /** @returns whether there was one */
  abstract remove(dataSourceId: number, tag: ColumnTag): Promise<boolean>;
  /** Adds to the columns that a person has looked at. */
  abstract review(organizationId: number, dataSourceId: number, relation: ReviewedRelation): Promise<void>;
  /** Whether the relation appeared where another one had gone, and no person has looked at it. */
  abstract isPresumed(dataSourceId: number, relation: Pick<ReviewedRelation, 'schema' | 'relation'>): Promise<boolean>;
  /** A person has looked at the relation: it is not presumed to be another one any more. */
  abstract settle(dataSourceId: number, relation: Pick<ReviewedRelation, 'schema' | 'relation'>): Promise<void>;
  /** Whether the column has the tag and an active policy uses it. */
  abstract hides(dataSourceId: number, tag: ColumnTag): Promise<boolean>;
}

import type { TaggedColumn } from '../../domain/annotations.js';

/** A context above this one implements it: what an organization says that columns hold. */
export abstract class TaggedColumns {
  /** Without suggestions that a person has refused. */
  abstract of(dataSourceId: number): Promise<readonly TaggedColumn[]>;
}

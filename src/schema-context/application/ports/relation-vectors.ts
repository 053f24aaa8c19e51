import type { Found } from '../../../catalog/application/open-schema.js';
import type { RelationKey, Scope } from '../../../catalog/application/open-schema.js';

export interface ToldRelation extends RelationKey {
  /** What the embeddings server is told of it. */
  readonly text: string;
}

export interface TextVector {
  readonly text: string;
  readonly vector: Int8Array;
}

/** Vectors of what is said of relations, by model and text, so that the same text is asked for once. */
export abstract class RelationVectors {
  /** Readable relations of the scope without a vector of this model. */
  abstract lacking(scope: Scope, model: string, most: number): Promise<readonly RelationKey[]>;
  /** Data sources whose current schema has such relations. */
  abstract sourcesLacking(model: string, most: number): Promise<readonly number[]>;
  /** The texts that have no vector yet, each once. */
  abstract unknown(dataSourceId: number, model: string, texts: readonly string[]): Promise<readonly string[]>;
  /** Does nothing if the data source or the reading is gone. */
  abstract keep(dataSourceId: number, model: string, vectors: readonly TextVector[], relations: readonly ToldRelation[]): Promise<void>;
  /** Whether any relation of the scope has one. */
  abstract has(scope: Scope, model: string): Promise<boolean>;
  /** The relations whose vectors lie nearest, the nearest first. */
  abstract nearest(scope: Scope, model: string, vector: Float32Array, most: number): Promise<readonly Found[]>;
  /** Forgets what no reading says any more. */
  abstract purge(): Promise<void>;
}

import { Injectable } from '@nestjs/common';
import { Jobs } from '../../shared/ports/jobs.js';
import { relationText } from '../domain/relation-text.js';
import { quantized } from '../domain/vector.js';
import { OpenSchema, type RelationKey, type Scope } from '../../catalog/application/open-schema.js';
import { Embeddings } from './ports/embeddings.js';
import { RelationVectors, type TextVector } from './ports/relation-vectors.js';
import { ReadRelations } from '../../catalog/application/read-relations.js';

export const EMBED_SCHEMA = 'data-sources.embed';

const PAGE = 128;
/** Texts in one request. */
const BATCH = 32;
/** Together with `PAGE` this covers 20,000 relations. */
const MOST_PAGES = 160;
const MOST_SOURCES = 100;
/** The next round of `requestMissing` goes on. */
const ATTEMPTS = 3;

/** Has the relations of a discovered schema turned into vectors, each text once. */
@Injectable()
export class EmbedSchema {
  constructor(
    private readonly embeddings: Embeddings,
    private readonly openSchema: OpenSchema,
    private readonly readRelations: ReadRelations,
    private readonly vectors: RelationVectors,
    private readonly jobs: Jobs,
  ) {}

  /** Within the unit of work that makes a reading current. */
  async request(dataSourceId: number): Promise<void> {
    if (this.embeddings.model === null) return;
    const options = { key: `${EMBED_SCHEMA} ${dataSourceId}`, maxAttempts: ATTEMPTS };
    await this.jobs.enqueue(EMBED_SCHEMA, { data_source_id: dataSourceId }, options);
  }

  /** For schemas that were discovered before there was a server, and for what failed. */
  async requestMissing(): Promise<void> {
    const { model } = this.embeddings;
    if (model === null) return;
    await this.vectors.purge();
    for (const dataSourceId of await this.vectors.sourcesLacking(model, MOST_SOURCES)) await this.request(dataSourceId);
  }

  /** If it fails half-way, finished batches are kept. @throws EmbeddingsFailed */
  async execute(dataSourceId: number): Promise<void> {
    const { model } = this.embeddings;
    const scope = await this.openSchema.scopeOf(dataSourceId);
    if (model === null || scope === null) return;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const keys = await this.vectors.lacking(scope, model, PAGE);
      if (keys.length === 0 || !(await this.embed(scope, model, keys))) return;
    }
  }

  /** @returns false if the reading is gone */
  private async embed(scope: Scope, model: string, keys: readonly RelationKey[]): Promise<boolean> {
    const { dataSourceId } = scope;
    const relations = await this.readRelations.execute(scope, keys);
    const told = relations.map(({ contentId, ordinal, relation }) => {
      return { contentId, ordinal, text: relationText(relation) };
    });
    const texts = told.map(({ text }) => text);
    const unknown = await this.vectors.unknown(dataSourceId, model, texts);
    const made: TextVector[] = [];
    for (let at = 0; at < unknown.length; at += BATCH) {
      const batch = unknown.slice(at, at + BATCH);
      for (const [index, vector] of (await this.embeddings.ofTexts(batch)).entries())
        made.push({ text: batch[index] ?? '', vector: quantized(vector) });
    }
    await this.vectors.keep(dataSourceId, model, made, told);
    return relations.length > 0;
  }
}

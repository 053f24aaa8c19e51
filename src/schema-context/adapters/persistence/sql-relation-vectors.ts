import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { isForeignKeyViolation } from '../../../platform/database/database-errors.js';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { RecentBySize } from '../../../shared/recent-by-size.js';
import { UnitOfWork } from '../../../shared/ports/unit-of-work.js';
import type { RelationKey, Scope } from '../../../catalog/application/open-schema.js';
import { RelationVectors, type TextVector, type ToldRelation } from '../../application/ports/relation-vectors.js';
import type { Found } from '../../../catalog/application/open-schema.js';
import { similarity } from '../../domain/vector.js';

interface Stored {
  readonly contentId: number;
  readonly ordinal: number;
  readonly vector: Int8Array;
}

/** Most that is remembered in total. A content never changes, so its vectors are read again only while some of them are missing. */
const MOST_BYTES = 64 * 1_048_576;
/** Compared at once, so that other requests need not wait for all. */
const CHUNK = 2_000;

const READABLE_WITHOUT = `
  FROM schema_relations r
  LEFT JOIN schema_relation_texts t ON t.content_id = r.content_id AND t.ordinal = r.ordinal`;

/** Raw: each statement joins readings with texts and vectors, or reads or writes whole sets. */
@Injectable()
export class SqlRelationVectors extends RelationVectors {
  /** By content and model. */
  private readonly remembered = new RecentBySize<string, readonly Stored[]>(MOST_BYTES, bytesOf);

  constructor(
    private readonly session: TypeOrmSession,
    private readonly unitOfWork: UnitOfWork,
  ) {
    super();
  }

  lacking({ dataSourceId, contentIds }: Scope, model: string, most: number): Promise<readonly RelationKey[]> {
    return this.session.query<RelationKey & object>(
      `SELECT r.content_id::float8 AS "contentId", r.ordinal ${READABLE_WITHOUT}
         LEFT JOIN schema_embeddings e ON e.data_source_id = $1 AND e.model = $3 AND e.text_hash = t.text_hash
        WHERE r.content_id IN (SELECT id FROM schema_contents WHERE data_source_id = $1 AND id = ANY($2::bigint[]))
          AND r.readable AND e.text_hash IS NULL
        ORDER BY r.content_id, r.ordinal LIMIT $4`,
      [dataSourceId, contentIds, model, most],
    );
  }

  async sourcesLacking(model: string, most: number): Promise<readonly number[]> {
    const rows = await this.session.query<{ id: number }>(
      `SELECT s.data_source_id AS id
         FROM (SELECT data_source_id, max(id) AS id FROM schema_snapshots GROUP BY data_source_id) s
        WHERE EXISTS (
          SELECT ${READABLE_WITHOUT} JOIN schema_snapshot_parts p ON p.content_id = r.content_id
            LEFT JOIN schema_embeddings e
              ON e.data_source_id = s.data_source_id AND e.model = $1 AND e.text_hash = t.text_hash
           WHERE p.snapshot_id = s.id AND r.readable AND e.text_hash IS NULL)
        ORDER BY s.data_source_id LIMIT $2`,
      [model, most],
    );
    return rows.map(({ id }) => id);
  }

  async unknown(dataSourceId: number, model: string, texts: readonly string[]): Promise<readonly string[]> {
    const byHash = new Map(texts.map((text) => [hashOf(text).toString('hex'), text]));
    const rows = await this.session.query<{ hash: Buffer }>(
      `SELECT text_hash AS hash FROM schema_embeddings
        WHERE data_source_id = $1 AND model = $2 AND text_hash = ANY($3::bytea[])`,
      [dataSourceId, model, texts.map(hashOf)],
    );
    for (const { hash } of rows) byHash.delete(hash.toString('hex'));
    return [...byHash.values()];
  }

  async keep(dataSourceId: number, model: string, vectors: readonly TextVector[], relations: readonly ToldRelation[]): Promise<void> {
    try {
      // Together, because a vector without a text would be purged.
      await this.unitOfWork.run(async () => {
        await this.session.execute(
          `INSERT INTO schema_embeddings (data_source_id, model, text_hash, vector)
           SELECT $1, $2, v.* FROM unnest($3::bytea[], $4::bytea[]) AS v ON CONFLICT DO NOTHING`,
          [dataSourceId, model, vectors.map(({ text }) => hashOf(text)), vectors.map(({ vector }) => Buffer.from(vector))],
        );
        await this.session.execute(
          `INSERT INTO schema_relation_texts (content_id, ordinal, text_hash)
           SELECT * FROM unnest($1::bigint[], $2::int[], $3::bytea[])
           ON CONFLICT (content_id, ordinal) DO UPDATE SET text_hash = excluded.text_hash`,
          [relations.map(({ contentId }) => contentId), relations.map(({ ordinal }) => ordinal), relations.map(({ text }) => hashOf(text))],
        );
      });
    } catch (error) {
      if (!isForeignKeyViolation(error)) throw error;
    }
  }

  async has({ dataSourceId, contentIds }: Scope, model: string): Promise<boolean> {
    const [row] = await this.session.query<{ has: boolean }>(
      `SELECT EXISTS (SELECT FROM schema_relation_texts t JOIN schema_embeddings e USING (text_hash)
                       WHERE t.content_id = ANY($2::bigint[]) AND e.data_source_id = $1 AND e.model = $3) AS has`,
      [dataSourceId, contentIds, model],
    );
    return row?.has === true;
  }

  async nearest(scope: Scope, model: string, vector: Float32Array, most: number): Promise<readonly Found[]> {
    const stored = await this.stored(scope, model);
    const judged: { readonly one: Stored; readonly value: number }[] = [];
    for (let at = 0; at < stored.length; at += CHUNK) {
      if (at > 0) await setImmediate();
      for (const one of stored.slice(at, at + CHUNK)) judged.push({ one, value: similarity(vector, one.vector) });
    }
    const best = judged
      .filter(({ value }) => value > 0)
      .sort((a, b) => b.value - a.value)
      .slice(0, most)
      .map(({ one }) => one);
    return this.session.query<Found & object>(
      `SELECT c.id::float8 AS "contentId", r.ordinal, c.schema_name AS schema, r.name
         FROM unnest($3::bigint[], $4::int[]) WITH ORDINALITY AS best (content_id, ordinal, place)
         JOIN schema_contents c ON c.id = best.content_id
         JOIN schema_relations r ON r.content_id = c.id AND r.ordinal = best.ordinal
        WHERE c.data_source_id = $1 AND c.id = ANY($2::bigint[]) AND r.readable
        ORDER BY best.place`,
      [scope.dataSourceId, scope.contentIds, best.map(({ contentId }) => contentId), best.map(({ ordinal }) => ordinal)],
    );
  }

  async purge(): Promise<void> {
    await this.session.execute(
      `DELETE FROM schema_embeddings e WHERE NOT EXISTS (
         SELECT FROM schema_relation_texts t JOIN schema_contents c ON c.id = t.content_id
          WHERE t.text_hash = e.text_hash AND c.data_source_id = e.data_source_id)`,
    );
  }

  private async stored({ dataSourceId, contentIds }: Scope, model: string): Promise<readonly Stored[]> {
    const keyOf = (contentId: number): string => JSON.stringify([contentId, model]);
    const found = new Map(contentIds.map((id) => [id, this.remembered.get(keyOf(id))]));
    const unknown = contentIds.filter((id) => found.get(id) === undefined);
    const rows = await this.read(dataSourceId, unknown, model);
    for (const contentId of unknown) {
      const all = rows.filter((row) => row.contentId === contentId);
      const vectors = all.flatMap(({ ordinal, vector }) =>
        vector === null ? [] : [{ contentId, ordinal, vector: new Int8Array(vector) }],
      );
      found.set(contentId, vectors);
      if (vectors.length === all.length) this.remembered.hold([keyOf(contentId), vectors]);
    }
    return [...found.values()].flatMap((some) => some ?? []);
  }

  /** All readable relations, those without a vector too. */
  private read(
    dataSourceId: number,
    contentIds: readonly number[],
    model: string,
  ): Promise<readonly { contentId: number; ordinal: number; vector: Buffer | null }[]> {
    if (contentIds.length === 0) return Promise.resolve([]);
    return this.session.query(
      `SELECT r.content_id::float8 AS "contentId", r.ordinal, e.vector ${READABLE_WITHOUT}
         LEFT JOIN schema_embeddings e ON e.data_source_id = $1 AND e.model = $3 AND e.text_hash = t.text_hash
        WHERE r.content_id = ANY($2::bigint[]) AND r.readable`,
      [dataSourceId, contentIds, model],
    );
  }
}

function bytesOf(stored: readonly Stored[]): number {
  return stored.reduce((sum, { vector }) => sum + vector.byteLength, 0);
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

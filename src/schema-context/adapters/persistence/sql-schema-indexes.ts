import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { RecentBySize } from '../../../shared/recent-by-size.js';
import type { Scope } from '../../../catalog/application/open-schema.js';
import { SchemaIndexes } from '../../application/ports/schema-indexes.js';
import { type Link, SchemaIndex } from '../../domain/schema-index.js';
import { type IndexedRelation, Room, WordIndexBuilder } from '../../domain/word-index.js';

/** Most that is remembered in total; 10,000 tables take about 6 MiB. */
const MOST_BYTES = 64 * 1_048_576;
/** What the words of one build take at most while it runs; the index that it makes is smaller. */
const MOST_BYTES_OF_BUILD = 128 * 1_048_576;
/** Read at once. With the most characters of each kind of words, that bounds the bytes of an answer. */
const CHUNK = 100;
/** For column names, comments and labels each: thousands of words. More would add nothing. */
const MOST_CHARACTERS = 32_000;
/** Indexed at once, so that other requests need not wait for all. */
const CHARACTERS_AT_ONCE = 500_000;

interface WordsRow extends IndexedRelation {
  readonly contentId: number;
  readonly words: string;
}

/**
 * An index is made when a question first needs it, and remembered: the same search by the database has to go through the words
 * of all relations each time. Raw: each statement reads some columns of many relations.
 */
@Injectable()
export class SqlSchemaIndexes extends SchemaIndexes {
  /** By source and content. */
  private readonly remembered = new RecentBySize<string, SchemaIndex>(MOST_BYTES, ({ size }) => size);
  private readonly building = new Map<string, Promise<readonly SchemaIndex[]>>();
  private lastTurn: Promise<unknown> = Promise.resolve();

  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async of({ dataSourceId, contentIds }: Scope): Promise<readonly SchemaIndex[]> {
    const found: SchemaIndex[] = [];
    const unknown: number[] = [];
    for (const contentId of contentIds) {
      const known = this.remembered.get(keyOf(dataSourceId, contentId));
      if (known === undefined) unknown.push(contentId);
      else found.push(known);
    }
    if (unknown.length > 0) found.push(...(await this.builtOnce({ dataSourceId, contentIds: unknown })));
    // Together, even if they alone take more: otherwise each question would build them again.
    this.remembered.hold(...found.map((index) => [keyOf(dataSourceId, index.contentId), index] as const));
    return found;
  }

  /** Questions that come at once wait for the same indexes. */
  private builtOnce(scope: Scope): Promise<readonly SchemaIndex[]> {
    const key = keyOf(scope.dataSourceId, ...scope.contentIds);
    const known = this.building.get(key);
    if (known !== undefined) return known;
    // Each takes much memory while it runs, so they take turns.
    const turn = this.lastTurn.then(() => this.build(scope));
    this.lastTurn = turn.catch(() => null);
    const building = turn.finally(() => this.building.delete(key));
    this.building.set(key, building);
    return building;
  }

  private async build(scope: Scope): Promise<readonly SchemaIndex[]> {
    const contents = await this.session.query<{ contentId: number; schema: string }>(
      `SELECT id::float8 AS "contentId", schema_name AS schema FROM schema_contents
        WHERE data_source_id = $1 AND id = ANY($2::bigint[])`,
      [scope.dataSourceId, scope.contentIds],
    );
    const ids = contents.map(({ contentId }) => contentId);
    const words = await this.words(ids);
    const links = await this.links(ids);
    const nothing = new WordIndexBuilder(new Room(0));
    return contents.map(({ contentId, schema }) => {
      const index = (words.get(contentId) ?? nothing).finish();
      return new SchemaIndex(contentId, schema, index, links.get(contentId) ?? []);
    });
  }

  private async words(contentIds: readonly number[]): Promise<ReadonlyMap<number, WordIndexBuilder>> {
    const builders = new Map<number, WordIndexBuilder>();
    const room = new Room(MOST_BYTES_OF_BUILD);
    let characters = 0;
    for (let [afterContent, afterOrdinal] = [0, 0]; ;) {
      const rows = await this.chunk(contentIds, [afterContent, afterOrdinal], room.isUsed ? 0 : MOST_CHARACTERS);
      for (const { contentId, words, ...relation } of rows) {
        const builder = builders.get(contentId) ?? new WordIndexBuilder(room);
        builder.add(relation, words.split('|').map(withoutCutWord));
        builders.set(contentId, builder);
        characters += words.length;
        if (characters < CHARACTERS_AT_ONCE) continue;
        characters = 0;
        await setImmediate();
      }
      const last = rows.at(-1);
      if (last === undefined || rows.length < CHUNK) return builders;
      [afterContent, afterOrdinal] = [last.contentId, last.ordinal];
    }
  }

  private chunk(
    contentIds: readonly number[],
    [afterContent, afterOrdinal]: readonly [number, number],
    characters: number,
  ): Promise<readonly WordsRow[]> {
    return this.session.query<WordsRow & object>(
      `SELECT content_id::float8 AS "contentId", ordinal, name, words_count AS "wordsCount", columns_count AS columns,
              extension IS NOT NULL AS "isOfExtension",
              concat_ws('|', left(name_words, ${MOST_CHARACTERS}), left(split_part(other_words, '|', 1), $4),
                        left(split_part(other_words, '|', 2), $4), left(split_part(other_words, '|', 3), $4)) AS words
         FROM schema_relations
        WHERE content_id = ANY($1::bigint[]) AND readable AND (content_id, ordinal) > ($2, $3)
        ORDER BY content_id, ordinal LIMIT ${CHUNK}`,
      [contentIds, afterContent, afterOrdinal, characters],
    );
  }

  /** As JSON, which is read several times faster than as many rows. */
  private async links(contentIds: readonly number[]): Promise<ReadonlyMap<number, readonly Link[]>> {
    const rows = await this.session.query<{ contentId: number; links: readonly Link[] }>(
      `SELECT content_id::float8 AS "contentId",
              json_agg(json_build_object('ordinal', ordinal, 'targetSchema', target_schema, 'targetName', target_relation)
                       ORDER BY ordinal) AS links
         FROM schema_references WHERE content_id = ANY($1::bigint[]) GROUP BY content_id`,
      [contentIds],
    );
    return new Map(rows.map(({ contentId, links }) => [contentId, links]));
  }
}

/** Each word has a space on both sides, so nothing after the last space is whole. */
function withoutCutWord(words: string): string {
  return words.slice(0, words.lastIndexOf(' ') + 1);
}

function keyOf(dataSourceId: number, ...contentIds: readonly number[]): string {
  return [dataSourceId, ...contentIds].join(':');
}

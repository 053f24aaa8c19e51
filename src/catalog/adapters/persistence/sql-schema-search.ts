import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import type { Scope } from '../../application/ports/cached-schemas.js';
import type { NamedRelation } from '../../application/ports/relation-names.js';
import { SchemaSearch } from '../../application/ports/schema-search.js';
import type { Found } from '../../application/ports/cached-schemas.js';
import { wordsOf } from '../../../shared/words.js';

/** Words that are less alike have hardly more than a letter or two in common. */
const LEAST_LIKENESS = 0.5;
const MOST_LIKE_WORDS = 30;
/** A search that has other characters is compared with the texts themselves. */
const WORDS_ALONE = /^[\p{L}\p{M}\p{N}\s_.-]+$/u;

type Names = Parameters<SchemaSearch['containing']>[3];
type FoundRow = { readonly total: number } & (Found | { readonly contentId: null });

/**
 * Raw: each search is one statement over contents and relations. It reads the words of every relation in the scope: 12,000
 * take some 10 ms, an exact search without a hit some 100 ms. There is no trigram index: in a measurement it saved less than that and
 * doubled the cost of storing a schema.
 */
@Injectable()
export class SqlSchemaSearch extends SchemaSearch {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  containing(scope: Scope, search: string | null, request: PageRequest, without: Names): Promise<Page<Found>> {
    if (search === null) return this.page(scope, 'SELECT *, 0 AS score FROM relations', [], request, without);
    const words = WORDS_ALONE.test(search) ? wordsOf(search).join(' ') : '';
    // Details are stored as JSON and first compared as JSON: only a relation that contains the text is parsed.
    const stored = JSON.stringify(search).slice(1, -1);
    return this.page(
      scope,
      `SELECT *, 0 AS score FROM relations
        WHERE CASE
                WHEN strpos(lower(name), lower($3)) > 0 OR strpos(lower(comment), lower($3)) > 0 THEN true
                WHEN $4 <> '' AND (strpos(name_words, $4) > 0 OR strpos(other_words, $4) > 0) THEN true
                WHEN strpos(lower(detail::text), lower($5)) = 0 THEN false
                ELSE EXISTS (
                  SELECT FROM json_to_recordset(detail -> 'columns') AS c (name text, comment text)
                   WHERE strpos(lower(c.name), lower($3)) > 0 OR strpos(lower(c.comment), lower($3)) > 0)
              END`,
      [search, words, stored],
      request,
      without,
    );
  }

  connected(scope: Scope, { schema, name }: NamedRelation, request: PageRequest): Promise<Page<Found>> {
    return this.page(
      scope,
      `SELECT r.*, (r.name = $4 AND r.schema_name = coalesce($3, r.schema_name))::int AS score FROM relations r
        WHERE (r.name = $4 AND r.schema_name = coalesce($3, r.schema_name))
           OR (r.content_id, r.ordinal) IN (
             SELECT f.content_id, f.ordinal FROM schema_references f
              WHERE f.content_id = ANY($2::bigint[])
                AND f.target_relation = $4 AND f.target_schema = coalesce($3, f.target_schema))
           OR (r.schema_name, r.name) IN (
             SELECT f.target_schema, f.target_relation
               FROM relations own JOIN schema_references f USING (content_id, ordinal)
              WHERE own.name = $4 AND own.schema_name = coalesce($3, own.schema_name))`,
      [schema, name],
      request,
      [],
    );
  }

  /** Compares with the distinct words, which are a few thousand, and not with the texts of all relations. */
  async resembling(scope: Scope, words: readonly string[], request: PageRequest, without: Names): Promise<Page<Found>> {
    if (words.length === 0) return { items: [], total: 0 };
    return this.page(
      scope,
      `SELECT relations.*, liked.score FROM relations JOIN (
         WITH vocabulary AS MATERIALIZED (
           SELECT DISTINCT word FROM relations, unnest(string_to_array(name_words || other_words, ' ')) AS word
            WHERE length(word) > 2),
         alike AS MATERIALIZED (
           SELECT word, max(similarity) AS similarity
             FROM (SELECT word, word_similarity(term, word) AS similarity
                     FROM vocabulary, unnest($3::text[]) AS term) AS compared
            WHERE similarity >= ${LEAST_LIKENESS} GROUP BY word ORDER BY 2 DESC, word LIMIT ${MOST_LIKE_WORDS})
         SELECT r.content_id, r.ordinal,
                sum(similarity * CASE WHEN strpos(r.name_words, ' ' || word || ' ') > 0 THEN 2 ELSE 1 END) AS score
           FROM relations r JOIN alike ON strpos(r.name_words, ' ' || word || ' ') > 0
                                       OR strpos(r.other_words, ' ' || word || ' ') > 0
          GROUP BY r.content_id, r.ordinal) AS liked USING (content_id, ordinal)`,
      [[...new Set(words)].slice(0, 16)],
      request,
      without,
    );
  }

  private async page(
    { dataSourceId, contentIds }: Scope,
    select: string,
    values: readonly unknown[],
    request: PageRequest,
    without: Names,
  ): Promise<Page<Found>> {
    const [limit, offset, schemas, names] = [3, 4, 5, 6].map((at) => `$${values.length + at}`);
    const order = `score DESC, schema_name COLLATE "C", name COLLATE "C"`;
    const rows = await this.session.query<FoundRow>(
      `WITH relations AS (
         SELECT c.schema_name, r.* FROM schema_contents c JOIN schema_relations r ON r.content_id = c.id
          WHERE c.data_source_id = $1 AND c.id = ANY($2::bigint[])
            AND NOT EXISTS (SELECT FROM unnest(${schemas}::text[], ${names}::text[]) AS w (schema, name)
                             WHERE w.schema = c.schema_name AND w.name = r.name)),
       found AS MATERIALIZED (SELECT content_id, ordinal, schema_name, name, score FROM (${select}) AS selected)
       SELECT (SELECT count(*)::int FROM found) AS total,
              page.content_id::float8 AS "contentId", page.ordinal, page.schema_name AS schema, page.name
         FROM (SELECT) AS always
         LEFT JOIN (SELECT * FROM found ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}) page ON true
        ORDER BY ${order}`,
      [
        ...[dataSourceId, contentIds, ...values, request.limit, offsetOf(request)],
        ...[without.map(({ schema }) => schema), without.map(({ name }) => name)],
      ],
    );
    const items = rows.flatMap((row): Found[] => (row.contentId === null ? [] : [foundOf(row)]));
    return { items, total: rows[0]?.total ?? 0 };
  }
}

function foundOf({ contentId, ordinal, schema, name }: Found): Found {
  return { contentId, ordinal, schema, name };
}

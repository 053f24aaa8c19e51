import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import type { Scope } from '../../application/ports/cached-schemas.js';
import { type Found, SchemaSearch } from '../../application/ports/schema-ranking.js';
import { wordsOf } from '../../domain/words.js';

/** Below it two words have little more than a letter or two in common. */
const LEAST_LIKENESS = 0.5;
const MOST_LIKE_WORDS = 30;
/** Any other character is looked for itself. */
const WORDS_ALONE = /^[\p{L}\p{M}\p{N}\s_.-]+$/u;

type FoundRow = { readonly total: number } & (Found | { readonly contentId: null });

/**
 * SQL, for each search is one statement over contents and relations. It reads the words of every relation in the scope: 12,000 take
 * some 10 ms, an exact miss some 100 ms. A trigram index was measured: it saves less than that here and doubles what storing a schema
 * costs, so there is none.
 */
@Injectable()
export class SqlSchemaSearch extends SchemaSearch {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  containing(scope: Scope, search: string | null, request: PageRequest): Promise<Page<Found>> {
    if (search === null) return this.page(scope, 'SELECT *, 0 AS score FROM relations', [], request);
    const words = WORDS_ALONE.test(search) ? wordsOf(search).join(' ') : '';
    // What is stored as JSON is compared as JSON first: only a relation that holds the text at all is taken apart.
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
    );
  }

  /** Compares with the distinct words, a few thousand of them, and not with the texts of all relations. */
  async resembling(scope: Scope, words: readonly string[], request: PageRequest): Promise<Page<Found>> {
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
    );
  }

  private async page(
    { dataSourceId, contentIds }: Scope,
    select: string,
    values: readonly unknown[],
    request: PageRequest,
  ): Promise<Page<Found>> {
    const [limit, offset] = [`$${values.length + 3}`, `$${values.length + 4}`];
    const order = `score DESC, schema_name COLLATE "C", name COLLATE "C"`;
    const rows = await this.session.query<FoundRow>(
      `WITH relations AS (
         SELECT c.schema_name, r.* FROM schema_contents c JOIN schema_relations r ON r.content_id = c.id
          WHERE c.data_source_id = $1 AND c.id = ANY($2::bigint[])),
       found AS MATERIALIZED (SELECT content_id, ordinal, schema_name, name, score FROM (${select}) AS selected)
       SELECT (SELECT count(*)::int FROM found) AS total,
              page.content_id::float8 AS "contentId", page.ordinal, page.schema_name AS schema, page.name
         FROM (SELECT) AS always
         LEFT JOIN (SELECT * FROM found ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}) page ON true
        ORDER BY ${order}`,
      [dataSourceId, contentIds, ...values, request.limit, offsetOf(request)],
    );
    const items = rows.flatMap((row): Found[] => (row.contentId === null ? [] : [foundOf(row)]));
    return { items, total: rows[0]?.total ?? 0 };
  }
}

function foundOf({ contentId, ordinal, schema, name }: Found): Found {
  return { contentId, ordinal, schema, name };
}

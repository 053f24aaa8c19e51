/** BM25: how soon more of the same word stops counting, and how much long texts lose. */
const K1 = 1.2;
const B = 0.4;
/** A word in the name of a relation says most of what it is about, one in a comment the least. */
const WEIGHTS = { name: 4, column: 1.5, comment: 0.75 } as const;
/** A term that is part of a longer word. */
const PART = 0.4;
/** What a foreign key to or from a hit passes on of its score; hits that everything points to pass on less to each. */
const NEIGHBOUR = { pointedTo: 0.35, pointing: 0.25 } as const;
const HITS_WITH_NEIGHBOURS = 20;

const occurrences = (text: string): string =>
  `((length(${text}) - length(replace(${text}, t.whole, ' '))) / (length(t.whole) - 1.0))`;

/**
 * $1 data source, $2 contents, $3 terms, $4 whether each may be a part of a word, $5 how many at most.
 * Only words are read, never details; what comes back is the best in their order.
 */
export const BY_TERMS = `
  WITH relations AS MATERIALIZED (
    SELECT c.schema_name, r.content_id, r.ordinal, r.name, r.name_words, split_part(r.other_words, '|', 1) AS column_words,
           split_part(r.other_words, '|', 2) AS comment_words, r.words_count
      FROM schema_contents c JOIN schema_relations r ON r.content_id = c.id
     WHERE c.data_source_id = $1 AND c.id = ANY($2::bigint[]) AND r.readable),
  terms AS MATERIALIZED (
    SELECT term, ' ' || term || ' ' AS whole, part, position
      FROM unnest($3::text[], $4::boolean[]) WITH ORDINALITY AS t (term, part, position)),
  size AS MATERIALIZED (SELECT count(*) AS relations, greatest(avg(words_count), 1) AS words FROM relations),
  hits AS MATERIALIZED (
    SELECT r.content_id, r.ordinal, t.position, r.words_count,
           greatest(
             ${WEIGHTS.name} * ${occurrences('r.name_words')} / sqrt(greatest(array_length(string_to_array(r.name_words, ' '), 1) - 2, 1))
               + ${WEIGHTS.column} * ${occurrences('r.column_words')}
               + ${WEIGHTS.comment} * ${occurrences('r.comment_words')},
             CASE WHEN t.part THEN ${PART} * CASE WHEN strpos(r.name_words, t.term) > 0 THEN ${WEIGHTS.name} ELSE 1 END
                  ELSE 0 END) AS frequency
      FROM relations r JOIN terms t
        ON strpos(r.name_words, CASE WHEN t.part THEN t.term ELSE t.whole END) > 0
        OR strpos(r.column_words, CASE WHEN t.part THEN t.term ELSE t.whole END) > 0
        OR strpos(r.comment_words, CASE WHEN t.part THEN t.term ELSE t.whole END) > 0),
  rarity AS (
    SELECT position, ln(1 + (size.relations - count(*) + 0.5) / (count(*) + 0.5)) AS idf
      FROM hits, size GROUP BY position, size.relations),
  scored AS MATERIALIZED (
    SELECT content_id, ordinal,
           sum(idf * frequency * ${K1 + 1} / (frequency + ${K1} * (1 - ${B} + ${B} * words_count / size.words))) AS score
      FROM hits JOIN rarity USING (position), size GROUP BY content_id, ordinal),
  best AS MATERIALIZED (
    SELECT s.content_id, s.ordinal, s.score, r.schema_name, r.name FROM scored s JOIN relations r USING (content_id, ordinal)
     ORDER BY s.score DESC, r.content_id, r.ordinal LIMIT ${HITS_WITH_NEIGHBOURS}),
  neighbours AS (
    SELECT r.content_id, r.ordinal, max(best.score) * ${NEIGHBOUR.pointedTo} AS score
      FROM best JOIN schema_references ref USING (content_id, ordinal)
      JOIN relations r ON r.schema_name = ref.target_schema AND r.name = ref.target_relation
     GROUP BY r.content_id, r.ordinal
    UNION ALL
    SELECT content_id, ordinal, max(score / (1 + ln(pointing))) * ${NEIGHBOUR.pointing} AS score
      FROM (SELECT ref.content_id, ref.ordinal, best.score,
                   count(*) OVER (PARTITION BY best.content_id, best.ordinal) AS pointing
              FROM best JOIN schema_references ref
                ON ref.target_schema = best.schema_name AND ref.target_relation = best.name
             WHERE ref.content_id = ANY($2::bigint[])) AS pointing_ones
     GROUP BY content_id, ordinal)
  SELECT r.content_id::float8 AS "contentId", r.ordinal, r.schema_name AS schema, r.name
    FROM (SELECT content_id, ordinal, sum(score) AS score
            FROM (SELECT content_id, ordinal, score FROM scored UNION ALL SELECT * FROM neighbours) AS every_one
           GROUP BY content_id, ordinal) AS total
    JOIN relations r USING (content_id, ordinal)
   ORDER BY total.score DESC, r.schema_name COLLATE "C", r.name COLLATE "C" LIMIT $5`;

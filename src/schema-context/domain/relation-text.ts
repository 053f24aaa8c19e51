import { plainText } from '../../shared/plain-text.js';
import type { Relation } from '../../engines/catalog-reader/relation.js';
import { wordsOf } from '../../shared/words.js';

const LONGEST = 4_000;
const LONGEST_COMMENT = 300;

/**
 * What a server of embeddings is told of a relation: names and comments of what the connected role may read. No values: no
 * labels, defaults, checks or samples.
 */
export function relationText({ schema, name, comment, columns }: Relation): string {
  const lines = [
    `${schema}.${name}${said(comment)}`,
    // Vocabularies know words, and not what runs together or is joined by signs.
    wordsOf(name).join(' '),
    ...columns.filter(({ readable }) => readable).map((column) => `${column.name}${said(column.comment)}`),
  ];
  return plainText(lines.join('; '), LONGEST);
}

function said(comment: string | null): string {
  return comment === null || comment.trim() === '' ? '' : `: ${plainText(comment, LONGEST_COMMENT)}`;
}

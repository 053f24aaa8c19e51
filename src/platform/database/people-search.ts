import { soughtWords } from '../../shared/name-words.js';

/** What usernames and addresses may hold between their words: PostgreSQL would read hosts, paths and numbers into it. `''` is one apostrophe within SQL. */
const BETWEEN = "@._+-!#$%&''*/=?^`{|}~";

/** As the index `users_words` has it, to the letter. */
const WORDS = `to_tsvector('simple', coalesce(found.name_words, '') || ' ' ||
  translate(found.username_key || ' ' || found.email_key, '${BETWEEN}', '${' '.repeat(BETWEEN.length - 1)}'))`;

/**
 * Whether a person is among those whose words begin as `parameter` says, which `peopleQuery` writes. They are found first: PostgreSQL takes
 * every search for one that finds many, and would look at everyone in the order of the page.
 */
export const isAmongFound = (userId: string, parameter: string): string =>
  `${userId} = ANY (ARRAY(SELECT found.id FROM users found WHERE ${WORDS} @@ to_tsquery('simple', ${parameter})))`;

/** A `tsquery`; `null` if the search holds no word, and so finds nobody. */
export function peopleQuery(search: string): string | null {
  const words = soughtWords(search).map((forms) => `(${forms.map((form) => `'${form}':*`).join(' | ')})`);
  return words.length === 0 ? null : words.join(' & ');
}

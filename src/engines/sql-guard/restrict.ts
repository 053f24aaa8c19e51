import type { GrammarDialect } from './judgement.js';
import type { KnownSource } from './known-source.js';
import { restricted } from './relation-violations.js';
import type { RestrictedUse, Restricting } from './restriction.js';
import { restrictMysql } from './mysql/restrict-mysql.js';
import { GRAMMAR } from './postgresql/pg-grammar.js';
import { restrictPostgresql } from './postgresql/restrict-postgresql.js';

/** A statement in which a restriction has no place is not sent. */
export const NOT_RESTRICTED: Restricting = {
  ok: false,
  violations: [
    restricted(null, 'Policies restrict what you see here, and they cannot be applied to this statement. Write it more simply.'),
  ],
};

/** Writes a statement so that it reads what the restrictions permit. Never throws. */
export async function restrict(
  dialect: GrammarDialect,
  sql: string,
  source: KnownSource,
  uses: readonly RestrictedUse[],
): Promise<Restricting> {
  try {
    if (dialect === 'postgresql') return await restrictPostgresql(GRAMMAR, sql, source, uses);
    return restrictMysql(sql, source, uses);
  } catch {
    return NOT_RESTRICTED;
  }
}

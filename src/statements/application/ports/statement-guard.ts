import type { GrammarDialect, Judgement } from '../../../engines/sql-guard/judgement.js';
import type { QualifiedName } from '../../../shared/qualified-name.js';
import type { RestrictedUse, Restricting } from '../../../engines/sql-guard/restriction.js';
import type { KnownSource } from '../../../engines/sql-guard/known-source.js';

export abstract class StatementGuard {
  /**
   * Lets through only what it knows to be harmless; what it does not understand is a violation.
   *
   * @param party whose statement it is: long ones are judged in turn
   * @param source what it tells of itself
   * @throws Unavailable when too many wait
   */
  abstract judge(dialect: GrammarDialect, sql: string, party: string, source: KnownSource): Promise<Judgement>;

  /**
   * Writes a statement that was judged harmless so that it reads of each relation only what its restriction permits. What it
   * cannot place is a violation.
   *
   * @param uses in the order of the relations of its judgement
   * @throws Unavailable when too many wait
   */
  abstract restrict(
    dialect: GrammarDialect,
    sql: string,
    party: string,
    source: KnownSource,
    uses: readonly RestrictedUse[],
  ): Promise<Restricting>;

  /**
   * The relations that a view reads, by its definition as the source writes it.
   * @returns `null` where it does not tell all of them
   */
  abstract sourcesOf(dialect: GrammarDialect, definition: string): Promise<readonly QualifiedName[] | null>;
}

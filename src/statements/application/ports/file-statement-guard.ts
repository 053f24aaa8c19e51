import type { FileDialect, Judgement } from '../../../engines/sql-guard/judgement.js';
import type { KnownTable } from '../../../engines/sql-guard/known-source.js';
import type { RestrictedUse, Restricting } from '../../../engines/sql-guard/restriction.js';

/** Judges statements for file-based engines, as these engines read them. */
export abstract class FileStatementGuard {
  /** All words that may be the name of a relation; some are not. */
  abstract namesIn(sql: string): readonly string[];

  /**
   * Lets through only what it knows to be harmless; what it does not understand is a violation.
   *
   * @param party whose statement it is: each waits for its own turn
   * @param tables of the source, those that the statement may name
   * @throws Unavailable when too many wait; EngineUnavailable
   */
  abstract judge(engine: FileDialect, sql: string, party: string, tables: readonly KnownTable[]): Promise<Judgement>;

  /**
   * Writes a statement that was judged harmless so that it reads of each relation only what its restriction permits. What it
   * cannot place is a violation.
   *
   * @param tables as it was judged with
   * @param uses in the order of the relations of its judgement
   * @throws Unavailable when too many wait; EngineUnavailable
   */
  abstract restrict(
    engine: FileDialect,
    sql: string,
    party: string,
    tables: readonly KnownTable[],
    uses: readonly RestrictedUse[],
  ): Promise<Restricting>;
}

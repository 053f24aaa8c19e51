import type { DataSource } from '../../../data-sources/application/enter-data-source.js';
import type { Caller } from '../../../shared/caller.js';
import type { DomainError } from '../../../shared/domain-error.js';

/** A context above this one implements it: the guard. */
export abstract class StatementJudge {
  /**
   * @param caller who would run it; `null`: no person
   * @param form `expression`: an item of a list of columns
   * @returns what refuses it; `null` for what would be run
   */
  abstract refusalOf(caller: Caller | null, source: DataSource, sql: string, form: 'statement' | 'expression'): Promise<DomainError | null>;
  /**
   * Judges texts that were kept for the person who reads them now, all at once.
   * @param texts `isOwn` ones they wrote
   * @returns for each, why it is withheld @throws Forbidden, Unavailable
   */
  abstract withheld(
    caller: Caller,
    place: { readonly organizationId: number; readonly dataSourceId: number },
    form: 'statement' | 'expression',
    texts: readonly { readonly sql: string; readonly isOwn: boolean }[],
  ): Promise<readonly (string | null)[]>;
}

import type { DataSource, Moment } from '../../../data-sources/application/enter-data-source.js';
import type { Caller } from '../../../shared/caller.js';
import type { HiddenNames } from '../../domain/hidden-names.js';
import type { QualifiedName } from '../../../shared/qualified-name.js';
import type { PolicyName } from '../../../shared/policy-name.js';
import type { Restriction } from '../../../engines/sql-guard/restriction.js';

/** Where something was kept; the data source is `null` once it is deleted. */
export interface KeptPlace {
  readonly organizationId: number;
  readonly dataSourceId: number | null;
  /** Of a source that the caller has entered. */
  readonly moment?: Moment;
}

/**
 * A context above this one implements it: what policies hide from a person in the rows and columns of a data source. They are those of the moment
 * in which the caller entered it, so that all parts of a decision fit each other; elsewhere, those of now.
 */
export abstract class DataPolicies {
  /**
   * @param among the relations that are asked about; `null`: all of the current schema, for what of it the person may know
   * @returns those of them that are restricted for the caller; `null` if nothing of the whole source is, for which no policy is
   *   evaluated
   * @throws Forbidden, with a sentence, where a policy needs an attribute that the person does not have and relations are named;
   *   Unavailable where the policies are not known here
   */
  abstract restrictionsOf(
    caller: Caller,
    source: DataSource,
    among: readonly QualifiedName[] | null,
  ): Promise<readonly Restriction[] | null>;
  /**
   * What was kept about a data source is read by these: names that relations and columns had, and those of relations that are gone.
   *
   * @returns `all` where it can no longer be told, because the data source is gone @throws Forbidden, Unavailable
   */
  abstract hiddenFrom(caller: Caller, place: KeptPlace): Promise<readonly HiddenNames[] | 'all'>;
  /**
   * Stands for all that policies let the person see of a data source at this moment: while it is the same, so is that.
   *
   * @returns `null` if nothing is restricted @throws what `restrictionsOf` throws
   */
  abstract sightOf(caller: Caller, place: KeptPlace): Promise<string | null>;
  /**
   * The policies that keep something which a refused statement names from the caller. None for a caller who may not read policies.
   *
   * @param words the names in the statement, in lower case
   * @param isWhole any restriction of a relation counts, not only hidden relations and columns that are named
   */
  abstract behind(caller: Caller, source: DataSource, words: ReadonlySet<string>, isWhole: boolean): Promise<readonly PolicyName[]>;
}

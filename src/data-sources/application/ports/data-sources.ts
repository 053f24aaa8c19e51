import type { Caller } from '../../../shared/caller.js';
import type { Page, PageRequest } from '../../../shared/page.js';
import type { Standing } from '../../../shared/ports/access-control.js';
import type { Reach } from '../../../shared/reach.js';
import type { DataSource, EnteredSource } from '../../domain/data-source.js';

export type NewDataSource = Omit<DataSource, 'id' | 'version' | 'hasPassword' | 'failingSince'>;

/** `null` does not filter. */
export interface SoughtSources {
  readonly reach: Reach;
  /** Only what it holds. */
  readonly workspaceId: number | null;
  /** Only these. */
  readonly among: readonly number[] | null;
  /** Text in the name, in any case. */
  readonly search: string | null;
  /** Only those whose latest test or discovery failed. */
  readonly isFailing: boolean;
}

/** What it takes to name a source. */
export type NamedSource = Pick<DataSource, 'id' | 'organizationId' | 'workspaceId' | 'name'>;

export abstract class DataSources {
  /** Seals the password. @throws NameTaken */
  abstract add(source: NewDataSource, password: string | null): Promise<DataSource>;
  abstract find(id: number): Promise<DataSource | null>;
  /** Finds only data sources of the caller's organizations; `null` for others, as for missing ones. */
  abstract enter(
    caller: Caller,
    id: number,
    now: Date,
  ): Promise<{ readonly source: EnteredSource; readonly standing: Standing | null } | null>;
  /** Locks the row until the unit of work ends. */
  abstract lock(id: number): Promise<DataSource | null>;
  /** Raises the version; `undefined` keeps the password. @throws NameTaken */
  abstract save(source: DataSource, password: string | null | undefined): Promise<DataSource>;
  /** Keeps the time of the first failure. What was changed since the attempt began is not judged by it. */
  abstract noteFailure(id: number, attempt: { readonly begunAt: Date; readonly at: Date }): Promise<void>;
  /** The same: what failed after a change is not mended by an attempt that began before it. */
  abstract noteSuccess(id: number, begunAt: Date): Promise<void>;
  /** With everything that is known of its schema. */
  abstract remove(id: number): Promise<void>;
  /** The organization's sources that have one of the ids or names, sorted by id; with `null` also those out of reach. */
  abstract namesOf(
    organizationId: number,
    wanted: { readonly ids: readonly number[]; readonly names: readonly string[] },
    reach: Reach | null,
  ): Promise<readonly Pick<DataSource, 'id' | 'name'>[]>;
  /** By id. */
  abstract pageOf(which: SoughtSources, request: PageRequest): Promise<Page<DataSource>>;
  /** All that are not closed. */
  abstract openOf(which: SoughtSources): Promise<readonly NamedSource[]>;
  /**
   * Decrypted, for a connection that is made now.
   * @param version of the connection it is meant for @throws SourceFailed LOST when it was changed or removed since
   */
  abstract passwordOf(id: number, version: number): Promise<string | null>;
}

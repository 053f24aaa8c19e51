import type { Page, PageRequest } from '../../../shared/page.js';
import type { ClosedReason, DataSource } from '../../domain/data-source.js';
import type { DataKeys, LookedSource, SeenSource, Place, RememberedData } from '../../domain/same-data.js';

/** Everything in an organization that could read the same data as a place, at one moment. */
export interface Neighbours {
  /** Other sources that could read the same by their kind: files for a file, the same engine and port for a server. By id. */
  readonly sources: readonly SeenSource[];
  /** By id. */
  readonly remembered: readonly RememberedData[];
  /** Whether any policy of the organization counts. */
  readonly hasPolicies: boolean;
}

/** The neighbours of a source that is about to be read, and with what it is read. */
export interface Readiness extends Neighbours {
  /** Decrypted, for a connection that is made now. */
  readonly password: string | null;
}

/** Which data the sources of an organization read, and what was under policies before. */
export abstract class KnownData {
  /** @param keys only what is remembered with one of these, and what was never found; `null` for all that is remembered */
  abstract beside(place: Place, keys: readonly string[] | null): Promise<Neighbours>;
  /** The same for a source that is about to be read. @returns `null` when it was changed or deleted since it was read from here */
  abstract ready(source: DataSource, keys: readonly string[] | null): Promise<Readiness | null>;
  abstract find(dataSourceId: number): Promise<SeenSource | null>;
  /** Keeps what was found, and leaves the rest. */
  abstract note(dataSourceId: number, keys: readonly string[]): Promise<void>;
  /** From all organizations, starting with the ones that have waited longest for a look-up. */
  abstract neverFound(most: number): Promise<readonly SeenSource[]>;
  /** Keeps that it was looked up, and what was found. Does nothing if the source was found, or pointed elsewhere, since it was read. */
  abstract noteFirst(source: LookedSource, at: Date): Promise<void>;
  /** As `neverFound`, for remembered data. */
  abstract neverFoundRemembered(most: number): Promise<readonly RememberedData[]>;
  abstract noteRemembered(id: number, found: DataKeys, at: Date): Promise<void>;
  /** Replaces the data that a source may read although others protect it. */
  abstract admit(dataSourceId: number, keys: readonly string[]): Promise<void>;
  /** @returns whether it was open */
  abstract close(dataSourceId: number, reason: ClosedReason, at: Date): Promise<boolean>;
  /** @returns whether it was closed */
  abstract open(dataSourceId: number, at: Date): Promise<boolean>;
  /** Replaces entries that have a key in common with it: they are the same data. */
  abstract remember(data: Omit<RememberedData, 'id'>): Promise<void>;
  /** The organization's, by id. */
  abstract rememberedPage(organizationId: number, request: PageRequest): Promise<Page<RememberedData>>;
  /** @returns how many there were */
  abstract forget(organizationId: number, ids: readonly number[]): Promise<number>;
}

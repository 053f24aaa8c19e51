import type { Page, PageRequest } from '../../../shared/page.js';
import type { ClosedReason } from '../../domain/data-source.js';
import type { DataKeys, LookedSource, SeenSource, Place, RememberedData } from '../../domain/same-data.js';

/** Which data the sources of an organization read, and what was under policies before. */
export abstract class KnownData {
  /** Other sources that could read the same by their kind: files for a file, the same engine and port for a server. By id. */
  abstract comparable(place: Place): Promise<readonly SeenSource[]>;
  abstract find(dataSourceId: number): Promise<SeenSource | null>;
  /** Keeps what was found, and leaves the rest. */
  abstract note(dataSourceId: number, keys: readonly string[]): Promise<void>;
  /** Of all organizations, those first that were not looked up for longest. */
  abstract neverFound(most: number): Promise<readonly SeenSource[]>;
  /** Keeps that it was looked up, and what was found. Does nothing if the source was found, or pointed elsewhere, since it was read. */
  abstract noteFirst(source: LookedSource, at: Date): Promise<void>;
  /** As `neverFound`, of what is remembered. */
  abstract neverFoundRemembered(most: number): Promise<readonly RememberedData[]>;
  abstract noteRemembered(id: number, found: DataKeys, at: Date): Promise<void>;
  /** Replaces the data that a source may read although others protect it. */
  abstract admit(dataSourceId: number, keys: readonly string[]): Promise<void>;
  /** @returns whether it was open */
  abstract close(dataSourceId: number, reason: ClosedReason, at: Date): Promise<boolean>;
  /** @returns whether it was closed */
  abstract open(dataSourceId: number, at: Date): Promise<boolean>;
  /** In the place of what has a key in common with it: it is the same data. */
  abstract remember(data: Omit<RememberedData, 'id'>): Promise<void>;
  /** Of the organization, by id. @param keys only with one of these, and what was never found; `null` for all */
  abstract remembered(organizationId: number, keys: readonly string[] | null): Promise<readonly RememberedData[]>;
  /** Of the organization, by id. */
  abstract rememberedPage(organizationId: number, request: PageRequest): Promise<Page<RememberedData>>;
  /** @returns how many there were */
  abstract forget(organizationId: number, ids: readonly number[]): Promise<number>;
}

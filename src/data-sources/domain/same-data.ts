import { type Connection, type DataSource, type FileConnection, isFileConnection } from './data-source.js';
import type { ServerConnection } from '../../engines/catalog-reader/target.js';
import { isFileEngine } from '../../engines/catalog-reader/engine.js';

/** Where a source is to lead, stored or not. */
export interface Place extends Pick<DataSource, 'organizationId' | 'engine' | 'connection'> {
  /** `null` for one that is not stored. */
  readonly id: number | null;
}

/** Which data a source reads, as far as it can be told. */
export interface DataKeys {
  readonly keys: readonly string[];
  /** Its file or address was found, now or before; else the keys say only what is written, and it may be anything. */
  readonly isFound: boolean;
}

/** The parts of a connection that lead to data. */
export type LedTo = FileConnection | Pick<ServerConnection, 'host' | 'port' | 'database'>;

/** Another source of the organization. */
export interface SeenSource extends Pick<DataSource, 'id' | 'organizationId' | 'name' | 'engine' | 'connection' | 'labels' | 'closed'> {
  /** As it was found last; empty until then. */
  readonly keys: readonly string[];
  readonly admittedKeys: readonly string[];
}

/** Another source, with what it reads. */
export interface LookedSource extends SeenSource, DataKeys {}

/** Another source that reads the same data. */
export interface SameSource extends LookedSource {
  /** By active policies, or by labels. */
  readonly isProtected: boolean;
}

/** Data under policies whose source was deleted or pointed elsewhere. */
export interface RememberedData extends DataKeys {
  readonly id: number;
  readonly organizationId: number;
  readonly sourceName: string;
  readonly engine: DataSource['engine'];
  /** For people. */
  readonly place: string;
  /** Where its source led, to be looked up until it is found; `null` if that is no longer known. */
  readonly connection: LedTo | null;
  readonly rememberedBy: number | null;
  readonly rememberedAt: Date;
}

/** Sources with a key in common read the same data. */
export function shareData(some: readonly string[], others: readonly string[]): boolean {
  return some.some((key) => others.includes(key));
}

/** Whether no key in common means nothing: one of the two was never found. */
export function isUnclear(one: DataKeys, other: DataKeys): boolean {
  return !(one.isFound && other.isFound) && !shareData(one.keys, other.keys);
}

export function joined(...lists: readonly (readonly string[])[]): readonly string[] {
  return [...new Set(lists.flat())];
}

export function ledTo(connection: Connection): LedTo {
  if (isFileConnection(connection)) return { file: connection.file };
  const { host, port, database } = connection;
  return { host, port, database };
}

/** Whether data that is remembered could be that of a place by its kind, as `KnownData.beside` tells it of sources. */
export function isOfKind({ engine, connection }: RememberedData, place: Pick<Place, 'engine' | 'connection'>): boolean {
  if (isFileEngine(engine) || isFileEngine(place.engine)) return isFileEngine(engine) && isFileEngine(place.engine);
  if (engine !== place.engine) return false;
  const ports = [connection, place.connection].map((one) => (one !== null && 'port' in one ? one.port : null));
  return ports.includes(null) || ports[0] === ports[1];
}

/** How people know a file or a database. */
export function placeText(connection: Connection): string {
  if (isFileConnection(connection)) return connection.file;
  return `${connection.host}:${connection.port}/${connection.database}`;
}

/**
 * Whether a source is closed because another one of the same data is protected. Policies of its own do not open it, for they may be
 * anything; only the older of two stays open, so that policies for the newer one shut out nobody.
 * @param keys of the protected one
 */
export function isShutBy(
  source: { readonly id: number; readonly isProtected: boolean; readonly admittedKeys: readonly string[] },
  protecting: { readonly id: number; readonly keys: readonly string[] },
): boolean {
  if (shareData(source.admittedKeys, protecting.keys)) return false;
  return !source.isProtected || source.id > protecting.id;
}

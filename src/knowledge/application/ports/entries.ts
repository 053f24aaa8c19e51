import type { Caller } from '../../../shared/caller.js';
import type { Page, PageRequest } from '../../../shared/page.js';
import type { Content, Entry, EntryVersion, Kind } from '../../domain/entry.js';

type Judged = 'checkedSnapshotId' | 'unprepared';

export type NewEntry = Content & Pick<Entry, 'organizationId' | 'dataSourceId' | 'kind' | Judged | 'changedBy' | 'changedAt'>;

export type ChangedEntry = Content & Pick<Entry, Judged | 'changedBy' | 'changedAt'>;

export abstract class Entries {
  /** @throws EntryExists */
  abstract add(entry: NewEntry): Promise<Entry>;
  /** Finds only those of the caller's organizations; `null` for others, as for missing ones. */
  abstract findFor(caller: Caller, kind: Kind, id: number): Promise<Entry | null>;
  /** Valid again. @returns `null` when it is not at that version any more @throws EntryExists */
  abstract change(entry: Entry, version: number, to: ChangedEntry): Promise<Entry | null>;
  /** @returns whether it was there at that version */
  abstract remove(id: number, version: number): Promise<boolean>;
  /** By name. @param search what name, definition or a synonym holds, in any case; `null` for all */
  abstract list(dataSourceId: number, kind: Kind, search: string | null, request: PageRequest): Promise<Page<Entry>>;
  /** The latest first. */
  abstract versions(id: number): Promise<readonly EntryVersion[]>;
  /** For each kind, the unbroken entries most like the question, the best first. @param most of each kind */
  abstract alike(dataSourceId: number, question: string, most: Readonly<Record<Kind, number>>): Promise<readonly Entry[]>;
  /** Data sources with at least one entry that has SQL. */
  abstract sources(): Promise<readonly number[]>;
  /** Entries that were judged by a snapshot other than this one. */
  abstract judgedBefore(dataSourceId: number, snapshotId: number): Promise<readonly Entry[]>;
  /** Does nothing if the entry has changed. */
  abstract mark(entry: Entry, to: Pick<Entry, 'state' | 'problem' | 'checkedSnapshotId'>): Promise<void>;
}

import type { DataSource } from '../../domain/data-source.js';
import type { DataKeys, LedTo } from '../../domain/same-data.js';
import type { Target } from '../../../engines/catalog-reader/target.js';

export type GivenSource = Pick<DataSource, 'organizationId' | 'engine' | 'connection'>;

/** What tells which data it is: not who logs in there, nor how. */
export interface LeadingSource extends Pick<GivenSource, 'organizationId' | 'engine'> {
  readonly connection: LedTo;
}

export abstract class Targets {
  /**
   * Judges what a client wants to store: literal addresses, and paths by their form. Names are judged when they are used.
   * @throws ValidationFailed for what is not a host or path; HostNotAllowed
   */
  abstract assertAllowed(source: GivenSource): void;
  /** Of one that is not stored. @throws HostNotAllowed, SourceFailed */
  abstract locateGiven(source: GivenSource, password: string | null): Promise<Target>;
  /** @throws HostNotAllowed, SourceFailed when the name has no address, the file is not there, or the source was changed since */
  abstract locate(source: DataSource): Promise<Target>;
  /**
   * Tells which data it is, however it is written: sources of an organization that have a key in common read the same. Of what cannot
   * be found now, only what is written.
   * @param located where it led just now, to judge the very thing that is read
   */
  abstract dataKeysOf(source: LeadingSource, located?: Target): Promise<DataKeys>;
  /** Without looking anything up. */
  abstract writtenKeysOf(source: LeadingSource): DataKeys;
}

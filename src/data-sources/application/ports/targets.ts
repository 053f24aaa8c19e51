import type { DataSource } from '../../domain/data-source.js';
import type { DataKeys, LedTo } from '../../domain/same-data.js';
import type { Engine } from '../../../engines/catalog-reader/engine.js';
import type { FileTarget, ServerTarget, Target } from '../../../engines/catalog-reader/target.js';

/** A target without the password, which is read only when it is known where it goes. */
export type Located = FileTarget | { readonly engine: Engine; readonly server: Omit<ServerTarget['server'], 'password'> };

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
  /** The same for a source that is not stored. @throws HostNotAllowed, SourceFailed */
  abstract locateGiven(source: GivenSource, password: string | null): Promise<Target>;
  /** @throws HostNotAllowed, SourceFailed when the name has no address, or the file is not there */
  abstract place(source: GivenSource): Promise<Located>;
  /** With the password. @throws the same, and SourceFailed when the source was changed since it was read */
  abstract locate(source: DataSource): Promise<Target>;
  /**
   * Tells which data it is, however it is written: sources of an organization that have a key in common read the same. If it cannot be
   * found now, the keys say only what is written.
   * @param located where it led just now, to judge the very thing that is read
   */
  abstract dataKeysOf(source: LeadingSource, located?: Located): Promise<DataKeys>;
  /** Without looking anything up. */
  abstract writtenKeysOf(source: LeadingSource): DataKeys;
}

export function withPassword(located: Located, password: string | null): Target {
  const { engine } = located;
  return 'file' in located ? located : { engine, server: { ...located.server, password } };
}

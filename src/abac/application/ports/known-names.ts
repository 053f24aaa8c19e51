import type { KnownNames } from '../../domain/unknown-names.js';

export abstract class NamesThatAre {
  /** By organization, in one statement; without organizations, no statement is sent. */
  abstract of(organizationIds: readonly number[]): Promise<ReadonlyMap<number, KnownNames>>;
}

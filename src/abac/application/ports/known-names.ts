import type { KnownNames } from '../../domain/unknown-names.js';

export abstract class NamesThatAre {
  /** By organization, in one statement; in none for none. */
  abstract of(organizationIds: readonly number[]): Promise<ReadonlyMap<number, KnownNames>>;
}

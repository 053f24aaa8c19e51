import type { KnownNames } from '../../domain/unknown-names.js';

export abstract class NamesThatAre {
  /** In one statement. */
  abstract in(organizationId: number): Promise<KnownNames>;
}

import type { Contact } from '../../../shared/mail-to.js';
import type { BreakGlass } from '../../domain/break-glass.js';

export interface Owner extends Contact {
  readonly userId: number;
}

export interface Designation {
  readonly organizationId: number;
  readonly userIds: readonly number[];
  readonly by: number;
  readonly at: Date;
}

export abstract class BreakGlasses {
  abstract of(organizationId: number): Promise<readonly BreakGlass[]>;
  /** Owners with an active account who are not suspended. */
  abstract ownersOf(organizationId: number): Promise<readonly Owner[]>;
  /** Ids of organizations, ascending: the order in which they are held. */
  abstract designationsOf(userId: number): Promise<readonly number[]>;
  abstract isDesignated(organizationId: number, userId: number): Promise<boolean>;
  /** Owners who are designated already keep the date and the drill. */
  abstract replace(change: Designation): Promise<void>;
  abstract remove(organizationId: number, userId: number): Promise<void>;
  /** @returns whether the account is designated */
  abstract drill(organizationId: number, userId: number, at: Date): Promise<boolean>;
  abstract use(organizationId: number, userId: number, at: Date): Promise<void>;
}

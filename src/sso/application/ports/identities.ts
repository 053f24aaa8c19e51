import type { Caller } from '../../../shared/caller.js';
import type { Page, PageRequest } from '../../../shared/page.js';
import type { LinkedBy } from '../../domain/linking.js';

/** The identity of a person at a provider. */
export interface Identity {
  readonly id: number;
  readonly organizationId: number;
  readonly connectionId: number;
  readonly userId: number;
  readonly issuer: string;
  readonly subject: string;
}

/** For a login through its connection. */
export interface MovableIdentity extends Identity {
  /** The connection that the person is to come through instead, while a wave moves them there; else `null`. */
  readonly movesTo: number | null;
}

/** For people who look at links. */
export interface IdentityRow extends MovableIdentity {
  readonly connectionName: string;
  readonly username: string;
  readonly displayName: string | null;
  readonly email: string | null;
  readonly linkedBy: LinkedBy;
  readonly linkedAt: Date;
  readonly lastLoginAt: Date | null;
  readonly loginCount: number;
  /**
   * Whether its issuer is still that of its connection; after the connection was pointed elsewhere, the link opens
   * nothing.
   */
  readonly isCurrent: boolean;
  /** Whether its connection lets people in. */
  readonly isOpen: boolean;
}

export interface NewIdentity extends Omit<Identity, 'id'> {
  readonly email: string | null;
  readonly linkedBy: LinkedBy;
  readonly linkedAt: Date;
}

export abstract class Identities {
  /** The only way from a provider to an account. */
  abstract findBySubject(key: {
    readonly connectionId: number;
    readonly issuer: string;
    readonly subject: string;
  }): Promise<MovableIdentity | null>;
  abstract find(id: number): Promise<Identity | null>;
  /** Finds it only in an organization of the caller; otherwise `null`, as if it did not exist. */
  abstract findFor(caller: Caller, id: number): Promise<Identity | null>;
  /** All that lead to an account, of every organization. */
  abstract ofUser(userId: number): Promise<readonly IdentityRow[]>;
  /** The same in pages, by id. */
  abstract pageOfUser(userId: number, request: PageRequest): Promise<Page<IdentityRow>>;
  /** The organization of a member whom an active connection knows by a link; `null` if there is none. */
  abstract organizationLettingIn(userId: number): Promise<number | null>;
  /**
   * Replaces a link to the same account from an issuer that the connection does not have any more. @returns its id
   * @throws ConcurrentChange
   */
  abstract link(identity: NewIdentity): Promise<number>;
  /**
   * Addresses, as they are compared, of those of the people whom no active connection of the organization knows by a link.
   */
  abstract unlinkedAmong(organizationId: number, userIds: readonly number[]): Promise<readonly string[]>;
  abstract recordLogin(id: number, email: string | null, at: Date): Promise<void>;
  /** The most recently linked first. */
  abstract pageOf(organizationId: number, connectionId: number, request: PageRequest): Promise<Page<IdentityRow>>;
  abstract remove(organizationId: number, id: number): Promise<boolean>;
}

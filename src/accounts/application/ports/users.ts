import type { Page, PageRequest } from '../../../shared/page.js';
import type { User } from '../../domain/user.js';

/** Two accounts with one mailbox, from the time before addresses were compared in one form. */
export interface EmailCollision {
  readonly userId: number;
  readonly username: string;
  readonly email: string;
  /** The account that the address reaches. */
  readonly holderId: number;
  readonly holderUsername: string;
}

export abstract class Users {
  abstract nextId(): Promise<number>;
  /** @throws NameTaken */
  abstract add(user: User): Promise<void>;
  /** Finds by the key of a username, or by that of an e-mail address when no username matches. */
  abstract findByLogin(key: string): Promise<User | null>;
  /** As `findByLogin`, or by a username that a reader cannot tell from this one: the account that makes a name unavailable. */
  abstract findByName(key: string): Promise<User | null>;
  /** By the key of an e-mail address alone. */
  abstract findByEmail(key: string): Promise<User | null>;
  abstract find(id: number): Promise<User | null>;
  /** @param search what `soughtWords` reads; `null` lists everyone */
  abstract pageOf(search: string | null, request: PageRequest): Promise<Page<User>>;
  /** The row does not change until the unit of work ends. */
  abstract hold(id: number): Promise<User | null>;
  /** Locks the row until the unit of work ends. */
  abstract lock(id: number): Promise<User | null>;
  /** Locks by the key of an e-mail address. The account that is answered still has this address behind the lock. */
  abstract lockByEmail(key: string): Promise<User | null>;
  /** The same without waiting. @returns `null` also for an account that somebody else has locked */
  abstract lockByEmailAtOnce(key: string): Promise<User | null>;
  /** Locks an account and the one that has an address, if there is one. @returns the first */
  abstract lockBoth(id: number, key: string): Promise<User | null>;
  /** Locks the active system administrators, so that two who disable each other take turns. @returns their ids */
  abstract lockSystemAdmins(): Promise<readonly number[]>;
  /** @throws NameTaken */
  abstract save(user: User): Promise<void>;
  /** Raises the trust epoch, in one statement; the credentials stay. */
  abstract letGo(id: number, at: Date): Promise<void>;
  /** Replaces the hash only while it is still the old one: a password change in between wins. */
  abstract replaceHash(id: number, oldHash: string, newHash: string): Promise<void>;
  /** The accounts whose username looks like that of an older one. */
  abstract lookAlikes(): Promise<readonly number[]>;
  /** The collisions that still exist: one is gone as soon as the address of either account changes. */
  abstract emailCollisions(): Promise<readonly EmailCollision[]>;
}

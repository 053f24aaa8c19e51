import type { DirectoryNames } from '../../domain/leaver.js';
import type { Resource } from '../../domain/resource.js';
import type { ResourceKeys } from '../../domain/resource-keys.js';

/** Which users stand for which people. */
export abstract class UserLinks {
  /** Adds a user that no client sent: a person has become a member. @throws NotUnique */
  abstract addInferred(resource: Resource, keys: ResourceKeys): Promise<void>;
  /** Locks the user of an account. @returns with whether any client has sent or changed it */
  abstract lockOfAccount(
    organizationId: number,
    userId: number,
  ): Promise<{ readonly resource: Resource; readonly isClaimed: boolean } | null>;
  /** Locks the users of a member, in all organizations, that no client has sent or changed, by organization. */
  abstract lockInferred(userId: number): Promise<readonly Resource[]>;
  /** The organization that has a client which has sent or changed the user of this member; `null` if there is none. */
  abstract managerOf(userId: number, now: Date): Promise<number | null>;
  /** Whether that is so in this organization. */
  abstract isManaged(organizationId: number, userId: number, now: Date): Promise<boolean>;
  /** The person who is admitted with the address becomes this user; `null`: no user awaits them. */
  abstract await(organizationId: number, id: string, emailKey: string | null): Promise<void>;
  /** The user has the address of a member for whom another user stands: they are placed once that one goes. `null`: they no longer wait. */
  abstract waitFor(organizationId: number, id: string, holder: { readonly userId: number; readonly tokenId: number } | null): Promise<void>;
  /** Locks the oldest active user that waits for the address of an account. @returns with the token that brought them */
  abstract lockWaiting(organizationId: number, userId: number): Promise<{ readonly resource: Resource; readonly tokenId: number } | null>;
  /** Users who wait for one account wait for another one from now on. */
  abstract passOn(organizationId: number, from: number, to: number): Promise<void>;
  /** How the directory named a member who has left; `null` if that is not known. */
  abstract leaver(organizationId: number, userId: number): Promise<DirectoryNames | null>;
  /** A user no longer stands for an account. What the directory said of the person is remembered, as when the user is removed. */
  abstract part(organizationId: number, id: string, userId: number): Promise<void>;
  abstract awaitedBy(organizationId: number, id: string): Promise<string | null>;
  /** Locks the oldest user that awaits a person with the address. */
  abstract lockAwaiting(organizationId: number, emailKey: string): Promise<Resource | null>;
  /** Whether an active user awaits a person with the address. */
  abstract isAwaited(organizationId: number, emailKey: string): Promise<boolean>;
}

import type { PermissionGrant } from '../../../shared/permission.js';
import type { AccountFacts } from '../../domain/placement.js';
import type { PersonFacts } from '../../domain/person.js';
import type { Provisioner } from '../../domain/provisioner.js';

/** A person as the accounts context reads what a client sent. */
export interface PreparedPerson {
  /** The first address that is one; `key` is what addresses are compared by. */
  readonly email: { readonly text: string; readonly key: string } | null;
  readonly username: { readonly text: string; readonly key: string } | null;
  readonly passwordHash: string | null;
  /** What becomes of the password that was sent, by the organization's setting and domains alone; `null`: none was sent. */
  readonly password: 'kept' | 'ignored' | 'domain_not_verified' | null;
}

/** What the people behind the token lend it: a password that it sets counts no further. */
export type Reach = readonly PermissionGrant[];

/** Accounts; the accounts context answers. All but `prepare` join the caller's unit of work. */
export abstract class People {
  /** Takes as long as a hash where there is a password: outside the unit of work. @throws InvalidValue for a weak password that would be kept */
  abstract prepare(input: {
    readonly organizationId: number;
    readonly facts: PersonFacts;
    readonly password: string | null;
  }): Promise<PreparedPerson>;
  /** Locks the account. @returns `null` when nobody has the address */
  abstract lockByEmail(emailKey: string): Promise<AccountFacts | null>;
  abstract lock(userId: number): Promise<AccountFacts | null>;
  /** @returns the id of the new account @throws Raced when somebody was faster */
  abstract register(
    person: PreparedPerson & { readonly email: NonNullable<PreparedPerson['email']> },
    organizationId: number,
    isActive: boolean,
    reach: Reach,
  ): Promise<number>;
  /** Writes names and password into the account where that is the organization's to do, else nowhere. */
  abstract steer(userId: number, person: PreparedPerson, provisioner: Provisioner, reach: Reach): Promise<void>;
  /** Sessions, device trust and logins in flight of the account end with the commit. */
  abstract endAccess(userId: number): Promise<void>;
}

import type { JsonObject } from '../../engines/scim-protocol/json.js';
import type { ResourceTypeName } from '../../engines/scim-protocol/schema/resource-type.js';

import { type AddressProblem, addressProblemOf } from './person.js';

/** The result of one request, or of one operation of a Bulk. Holds no values of attributes: see `redaction.ts`. */
export interface ProvisioningEvent {
  readonly organizationId: number;
  readonly tokenId: number;
  readonly requestId: string;
  readonly occurredAt: Date;
  readonly method: string;
  /** Below `/scim/v2`. */
  readonly path: string;
  readonly resourceType: ResourceTypeName | null;
  readonly resourceId: string | null;
  readonly status: number;
  readonly scimType: string | null;
  /** Why it was refused, or what was left undone. */
  readonly detail: string | null;
  /** Names of the attributes that the client wrote, or tried to; `null` when it wrote none. */
  readonly changes: readonly string[] | null;
  readonly durationMs: number;
  readonly ip: string | null;
}

const PASSWORD_NOTES = {
  ignored: 'The password was not kept: the organization ignores passwords of its directory. Set directory_passwords to accept them.',
  domain_not_verified:
    'The password was not kept: the organization has not verified the domain of the address. Verify it to have passwords kept.',
} as const;

/** For a change that succeeded without the password that came with it. */
export function noteOf(password: 'kept' | keyof typeof PASSWORD_NOTES | null): { readonly note?: string } {
  return password === null || password === 'kept' ? {} : { note: PASSWORD_NOTES[password] };
}

const ADDRESS_NOTES: Readonly<Record<AddressProblem, string>> = {
  missing: 'The user has no address: no primary one, none of type work, and the userName is none.',
  no_value: 'The primary or work address of the user has no value.',
  not_an_address: 'The primary or work address of the user is not an e-mail address.',
  not_for_work: 'No address of the user is primary or of type work, and others let nobody in.',
};

/** @param email the address that is used instead @param hasAccount whether an account stands behind the user already */
export function noteOfAddress(
  attributes: JsonObject,
  { email, hasAccount }: { email: unknown; hasAccount: boolean },
): { readonly note?: string } {
  const problem = addressProblemOf(attributes);
  if (problem === null) return {};
  const next = hasAccount
    ? 'The account keeps its address.'
    : email === null
      ? 'So nobody has an account.'
      : 'The next of primary address, work address and userName is used.';
  return { note: `${ADDRESS_NOTES[problem]} ${next} Correct the address in the directory.` };
}

/** Where the address leads, for people who ask why a user has no account, or a different one than before. */
export interface PlacementNote {
  /** The user who has the address. */
  readonly heldBy: string | null;
  /** Another person had it before, whose account was retired. */
  readonly isSuccessor: boolean;
}

/** Names no one: a provisioning log holds no values. */
export function noteOfPlacement({ heldBy, isSuccessor }: PlacementNote): { readonly note?: string } {
  if (heldBy !== null)
    return {
      note: `The address is that of the user ${heldBy}, so this user has no account yet. They get one as soon as that user is deleted or has another address.`,
    };
  return isSuccessor
    ? {
        note: 'Another person had the address before. Their account was retired, and the new person was mailed the link by which they show that the address is theirs.',
      }
    : {};
}

export interface RecordedProvisioningEvent extends Omit<ProvisioningEvent, 'organizationId' | 'tokenId'> {
  readonly id: number;
  readonly token: { readonly id: number; readonly name: string };
}

export interface EventFilter {
  readonly outcome?: 'ok' | 'failed';
  readonly resourceId?: string;
  readonly tokenId?: number;
  readonly since?: Date;
  readonly until?: Date;
  /** Only what comes after this event in the list. */
  readonly before?: number;
}

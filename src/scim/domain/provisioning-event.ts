import type { ResourceTypeName } from '../../engines/scim-protocol/schema/resource-type.js';

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

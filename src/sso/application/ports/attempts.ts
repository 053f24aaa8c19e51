import type { AssertedIdentity } from '../../domain/asserted-identity.js';
import type { Attempt } from '../../domain/attempt.js';
import type { ProtocolMemory } from './identity-provider.js';

/** Logins in progress. Each is spent by one conditional statement, so that only one of twenty simultaneous calls succeeds. */
export abstract class Attempts {
  abstract add(attempt: Attempt, memory: ProtocolMemory): Promise<void>;
  /** Finds the login of a state, whatever has become of it, but never one of another connection. */
  abstract findByState(
    connectionId: number,
    stateHash: Uint8Array,
  ): Promise<{ readonly attempt: Attempt; readonly memory: ProtocolMemory } | null>;
  /** @returns false when it has been answered already, or has expired */
  abstract answer(attempt: Attempt, at: Date): Promise<boolean>;
  /** Keeps what the provider said until the browser that began fetches it. */
  abstract keep(attempt: Attempt, ticketHash: Uint8Array, identity: AssertedIdentity): Promise<void>;
  abstract findByTicket(
    connectionId: number,
    ticketHash: Uint8Array,
  ): Promise<{ readonly attempt: Attempt; readonly identity: AssertedIdentity } | null>;
  /** @returns false when it has ended already, or has expired */
  abstract finish(attempt: Attempt, at: Date): Promise<boolean>;
  /** Remembers an assertion for as long as it would be accepted. @returns false when it was seen before */
  abstract rememberAssertion(connectionId: number, assertion: { id: string; expiresAt: Date }): Promise<boolean>;
  /** Removes everything of logins that expired before `before`, spent or not. @returns how many rows */
  abstract purge(before: Date): Promise<number>;
}

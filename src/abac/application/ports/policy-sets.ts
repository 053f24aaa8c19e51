import type { PolicySet } from '../../domain/policy-set.js';

export abstract class PolicySets {
  /** Epoch and policies of one moment; `null` for an organization that never published a policy. */
  abstract load(organizationId: number): Promise<PolicySet | null>;
  /** The first call also subscribes to what other instances publish. */
  abstract watch(published: (organizationId: number) => Promise<void>): Promise<void>;
  /** Begins the next epoch, and holds it until the unit of work ends: publishes of an organization come one by one. */
  abstract advance(organizationId: number): Promise<number>;
  /** The trees of the versions in force. */
  abstract bytesInForce(organizationId: number): Promise<number>;
  /** Tells all instances when the unit of work is committed. @returns versions in force, and the bytes of their trees */
  abstract announce(organizationId: number, epoch: number): Promise<{ readonly versions: number; readonly bytes: number }>;
}

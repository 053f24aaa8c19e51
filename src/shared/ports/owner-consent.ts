import type { Caller } from '../caller.js';

/** An act that a system administrator may be allowed once, exactly as it was asked for. */
export type ConsentedAct =
  | { readonly kind: 'give_role'; /** As it was typed. */ readonly email: string; readonly roleId: number }
  | { readonly kind: 'reset_factors'; readonly userId: number }
  | { readonly kind: 'activate_connection'; readonly connectionId: number; readonly configurationVersion: number };

/**
 * Owners decide who gets into their organization. When only the power of a system administrator allows an act that
 * would make a person an owner or show them data, an owner must have approved this very act. Join the unit of work of
 * the act.
 */
export abstract class OwnerConsent {
  /** Spends the approval. @throws OwnerApprovalRequired */
  abstract spend(caller: Caller, organizationId: number, act: ConsentedAct): Promise<void>;
  /** The same for every organization that the account owns, for actions that open the account. @throws OwnerApprovalRequired */
  abstract spendForAccount(caller: Caller, act: Extract<ConsentedAct, { kind: 'reset_factors' }>): Promise<void>;
}

import type { Caller } from '../caller.js';
import type { PermissionGrant } from '../permission.js';
import type { Held } from './access-control.js';

/** Changes that decide who may read what, or who gets in, each with facts of its own. */
export type ChangeName =
  | 'activate_policy'
  | 'disable_policy'
  | 'activate_data_policy'
  | 'disable_data_policy'
  | 'change_data_policy'
  | 'set_labels'
  | 'create_workspace'
  | 'set_attributes'
  | 'set_tag'
  | 'review_columns'
  | 'share_template'
  | 'allow_access_keys'
  | 'allow_agents'
  | 'loosen_settings';

/**
 * One change as the owner reads it before they approve it: with names beside the ids, and with the version of what it
 * was judged by. If any of it differs when the change is made, another change was approved.
 */
export interface OrganizationChange {
  readonly kind: 'change';
  readonly change: ChangeName;
  readonly facts: Readonly<Record<string, string | number | readonly string[]>>;
}

/** An act that an owner allows once, exactly as it was asked for. */
export type ConsentedAct =
  | {
      readonly kind: 'give_role';
      /** As it was typed. */
      readonly email: string;
      readonly roleId: number;
      /** The permissions of the role: only these are approved, whatever the role allows later. */
      readonly permissions: readonly PermissionGrant[];
    }
  | { readonly kind: 'reset_factors'; readonly userId: number }
  | { readonly kind: 'activate_connection'; readonly connectionId: number; readonly configurationVersion: number }
  | OrganizationChange;

/**
 * Owners decide who gets into their organization, and who may read what there. When only the power of a system administrator allows such an
 * act, or the organization lets nobody do it alone, an owner must have approved this very act. Join the unit of work of the act.
 */
export abstract class OwnerConsent {
  /**
   * Asks nobody when a role allows the act, or where there never was an owner.
   * @param held of `AccessControl` @throws OwnerApprovalRequired
   */
  abstract settle(caller: Caller, held: Held, organizationId: number, act: ConsentedAct): Promise<void>;
  /**
   * Spends the approval. @returns the owner who gave it, and on whom lasting effects of the act depend: see `ReadStanding.isOwner`; `null`
   * in an emergency, which allows nothing that lasts: no role is given, and no invitation sent
   * @throws OwnerApprovalRequired
   */
  abstract spend(caller: Caller, organizationId: number, act: ConsentedAct): Promise<number | null>;
  /** The same for every organization that the account owns, or that asks for it about each member, for actions that open the account. @throws OwnerApprovalRequired */
  abstract spendForAccount(caller: Caller, act: Extract<ConsentedAct, { kind: 'reset_factors' }>): Promise<void>;
  /** A person has a new factor: requests and approvals were about the factors that they had before. */
  abstract endResets(userId: number): Promise<void>;
}

import type { Backing } from '../../../shared/backing.js';
import type { Contact } from '../../../shared/mail-to.js';
import type { Held } from '../../../shared/ports/access-control.js';
import type { AccountFacts } from '../../domain/placement.js';
import type { Provisioner } from '../../domain/provisioner.js';
import type { TokenCeiling } from '../../domain/scim-token.js';

/** What a token is about to do with the rights of the people behind it. */
export type Deed =
  /** `null` among the roles for the built-in viewer. */
  | { readonly does: 'give'; readonly roleIds: readonly (number | null)[] }
  /** Changes password, names or addresses of a member, or lets them in again. */
  | { readonly does: 'change'; readonly member: AccountFacts }
  /** Suspends or removes a member. */
  | { readonly does: 'remove'; readonly member: AccountFacts };

/** How strong tokens are; the organizations context answers, by the rule that it has for the API. */
export abstract class Ceilings {
  /** Joins the unit of work, which holds the organization. @returns `held`: what the people behind the token lend it */
  abstract judge(
    provisioner: Provisioner,
    deed: Deed,
  ): Promise<{ readonly isAllowed: boolean; readonly isApprovalNeeded: boolean; readonly held: Held }>;
  /** Of each token, for those who look after them. */
  abstract look(organizationId: number, backings: readonly Backing[]): Promise<readonly TokenCeiling[]>;
  abstract ownersOf(organizationId: number): Promise<readonly Contact[]>;
}

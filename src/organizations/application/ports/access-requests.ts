import type { Page, PageRequest } from '../../../shared/page.js';
import type { AccessRequest } from '../../domain/access-request.js';

export type Asked = Pick<AccessRequest, 'organizationId' | 'kind' | 'subject'> & { readonly requestedBy: number };

export type NewAccessRequest = Asked & Pick<AccessRequest, 'reason' | 'isEmergency' | 'status' | 'createdAt' | 'expiresAt'>;

/**
 * What owners are asked for. Each step is one conditional statement, so that only one of twenty simultaneous calls
 * succeeds.
 */
export abstract class AccessRequests {
  /**
   * Waits for others who add the same at this moment.
   * @returns `null` while the same request is open, or another emergency
   */
  abstract add(request: NewAccessRequest): Promise<number | null>;
  /** The request of the same person for the same act that is open, or in force. */
  abstract findOpen(request: NewAccessRequest): Promise<AccessRequest | null>;
  abstract find(organizationId: number, id: number): Promise<AccessRequest | null>;
  /** Newest first. */
  abstract pageOf(organizationId: number, request: PageRequest): Promise<Page<AccessRequest>>;
  /** @returns false when it is not open any more */
  abstract approve(request: AccessRequest, by: { userId: number; at: Date; expiresAt: Date }): Promise<boolean>;
  /** Also ends one that is in force. @returns false when there is nothing left to end */
  abstract refuse(request: AccessRequest, by: { userId: number; at: Date }): Promise<boolean>;
  /** Whether an owner has ended an emergency since. */
  abstract wasEndedSince(organizationId: number, since: Date): Promise<boolean>;
  /**
   * For a role, a request counts that was approved for as many permissions, or more.
   * @returns the request that this uses up, and the owner who approved it, unless it was an emergency; `null` when none is in force
   */
  abstract spend(asked: Asked, at: Date): Promise<{ readonly id: number; readonly approvedBy: number | null } | null>;
  /** Ends what is open or in force to reset the factors of a person, in every organization. */
  abstract endResets(userId: number): Promise<void>;
  /** Organizations in which a person may act as an owner at a moment. */
  abstract actedFor(userId: number, at: Date): Promise<readonly number[]>;
}

import type { OrganizationState } from '../../domain/org-blocker.js';

export abstract class OrganizationStates {
  /** @returns `null` when there is no such organization */
  abstract find(organizationId: number, now: Date): Promise<OrganizationState | null>;
}

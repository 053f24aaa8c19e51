/** `shadow`: evaluated and noted, not applied. */
export type PolicyStatus = 'draft' | 'shadow' | 'active' | 'disabled';

export interface Policy {
  readonly id: number;
  readonly organizationId: number;
  /** Its own within the organization. */
  readonly name: string;
  readonly description: string;
  readonly status: PolicyStatus;
  readonly version: number;
  readonly updatedAt: Date;
}

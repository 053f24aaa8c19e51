/** `shadow`: evaluated and noted, not applied. */
export const POLICY_STATUSES = ['draft', 'shadow', 'active', 'disabled'] as const;

type PolicyStatus = (typeof POLICY_STATUSES)[number];

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

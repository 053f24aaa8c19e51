export abstract class BoundMembers {
  /** Whom an organization-wide requirement binds: neither suspended nor disabled, no break-glass account, no system administrator. */
  abstract of(organizationId: number): Promise<readonly number[]>;
}

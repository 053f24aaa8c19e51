import type { BuiltInRole, Role } from '../../domain/role.js';

export interface Organization {
  readonly id: number;
  readonly name: string;
  readonly domain: string | null;
  readonly plan: string;
  readonly createdAt: Date;
}

export interface Affiliation {
  readonly organizationId: number;
  readonly organizationName: string;
  readonly roleName: string;
  readonly permissions: readonly string[];
  /** How long a device may be trusted: `null` until it is revoked, 0 not at all. */
  readonly deviceTrustDays: number | null;
}

export abstract class Organizations {
  abstract add(organization: Omit<Organization, 'id'>): Promise<Organization>;
  abstract addRole(role: Omit<Role, 'id'>): Promise<void>;
  abstract addWorkspace(workspace: { organizationId: number; name: string; createdAt: Date }): Promise<void>;
  /** @throws NotFound when the organization has no such built-in role */
  abstract addMember(member: {
    organizationId: number;
    userId: number;
    role: BuiltInRole;
    joinedAt: Date;
  }): Promise<void>;
  /** @returns whether there is such an organization */
  abstract limitDeviceTrust(organizationId: number, days: number | null, at: Date): Promise<boolean>;
  abstract affiliationsOf(userId: number): Promise<Affiliation[]>;
}

import { Injectable } from '@nestjs/common';
import type { PreparedStatement } from '../../../platform/database/typeorm-session.js';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { NotFound } from '../../../shared/domain-error.js';
import { type Affiliation, type Organization, Organizations } from '../../application/ports/organizations.js';
import type { BuiltInRole, Role } from '../../domain/role.js';

const AFFILIATIONS: PreparedStatement = {
  name: 'organizations_affiliations',
  text: `SELECT o.id AS "organizationId", o.name AS "organizationName", r.name AS "roleName", r.permissions,
                o.device_trust_days AS "deviceTrustDays"
           FROM organization_members m
           JOIN organizations o ON o.id = m.organization_id
           JOIN roles r ON r.id = m.role_id
          WHERE m.user_id = $1`,
};

@Injectable()
export class SqlOrganizations extends Organizations {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async add(organization: Omit<Organization, 'id'>): Promise<Organization> {
    const { name, domain, plan, createdAt } = organization;
    const [row] = await this.session.query<{ id: number }>(
      'INSERT INTO organizations (name, domain, plan, created_at, updated_at) VALUES ($1, $2, $3, $4, $4) RETURNING id',
      [name, domain, plan, createdAt],
    );
    if (row === undefined) throw new Error('The organization was not inserted.');
    return { id: row.id, ...organization };
  }

  async addRole(role: Omit<Role, 'id'>): Promise<void> {
    await this.session.execute(
      'INSERT INTO roles (organization_id, name, is_built_in, permissions) VALUES ($1, $2, $3, $4)',
      [role.organizationId, role.name, role.isBuiltIn, role.permissions],
    );
  }

  async addWorkspace(workspace: { organizationId: number; name: string; createdAt: Date }): Promise<void> {
    await this.session.execute(
      `INSERT INTO workspaces (organization_id, name, default_role_id, created_at, updated_at)
       SELECT $1, $2, id, $3, $3 FROM roles WHERE organization_id = $1 AND name = 'viewer' AND is_built_in`,
      [workspace.organizationId, workspace.name, workspace.createdAt],
    );
  }

  async addMember(member: {
    organizationId: number;
    userId: number;
    role: BuiltInRole;
    joinedAt: Date;
  }): Promise<void> {
    const added = await this.session.execute(
      `INSERT INTO organization_members (organization_id, user_id, role_id, joined_at)
       SELECT $1, $2, id, $4 FROM roles WHERE organization_id = $1 AND name = $3 AND is_built_in`,
      [member.organizationId, member.userId, member.role, member.joinedAt],
    );
    if (added === 0) throw new NotFound('Role');
  }

  async limitDeviceTrust(organizationId: number, days: number | null, at: Date): Promise<boolean> {
    const changed = await this.session.execute(
      'UPDATE organizations SET device_trust_days = $2, updated_at = $3 WHERE id = $1',
      [organizationId, days, at],
    );
    return changed === 1;
  }

  affiliationsOf(userId: number): Promise<Affiliation[]> {
    return this.session.query<Affiliation>(AFFILIATIONS, [userId]);
  }
}

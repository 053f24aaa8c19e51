import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What administrators held when their role got one permission more. */
const ADMIN = [
  ...['organization.read', 'organization.update', 'member.read', 'member.invite', 'member.remove', 'role.read'],
  ...['role.manage', 'workspace.read', 'workspace.write', 'workspace.delete', 'template.read', 'template.write'],
  ...['template.publish', 'template.execute', 'data_source.read', 'data_source.write', 'data_source.discover'],
  ...['query.run', 'sso.read', 'sso.manage', 'scim.manage', 'abac.read', 'abac.manage', 'audit.read'],
];

const GIVEN = 'member.security.read';

/** Administrators see the security state of members, and the last login of each is found by one look. */
export class MemberSecurity1763600000039 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    // At its place in the catalogue.
    await queryRunner.query(
      `UPDATE roles SET permissions = permissions[:array_position(permissions, 'member.remove')] || $1::text
                                   || permissions[array_position(permissions, 'member.remove') + 1:]
        WHERE is_built_in AND name = 'admin' AND NOT $1 = ANY (permissions)`,
      [GIVEN],
    );
    // Passwords that administrators gave to accounts nobody has claimed: the role must not outgrow them by this.
    await queryRunner.query(
      `UPDATE users SET password_reach = array_append(password_reach, $1)
        WHERE password_reach @> $2::text[] AND NOT password_reach && ARRAY['*', $1]`,
      [GIVEN, ADMIN],
    );
    await queryRunner.query('CREATE INDEX sessions_of_user_by_time ON sessions (user_id, created_at)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX sessions_of_user_by_time');
    await queryRunner.query('UPDATE users SET password_reach = array_remove(password_reach, $1)', [GIVEN]);
    await queryRunner.query(
      `UPDATE roles SET permissions = array_remove(permissions, $1) WHERE is_built_in AND name = 'admin'`,
      [GIVEN],
    );
  }
}

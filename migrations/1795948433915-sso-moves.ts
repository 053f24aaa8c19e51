import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Waves of people who change from one connection of their organization to another. */
export class SsoMoves1795948433915 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE sso_moves (
        organization_id integer NOT NULL REFERENCES organizations (id),
        number integer NOT NULL,
        name text NOT NULL,
        from_connection_id integer NOT NULL,
        to_connection_id integer NOT NULL CHECK (to_connection_id <> from_connection_id),
        to_configuration_version integer NOT NULL,
        status text NOT NULL CHECK (status IN ('started', 'confirmed', 'rolled_back')),
        members integer NOT NULL,
        arrived integer NOT NULL DEFAULT 0,
        started_at timestamptz NOT NULL,
        ended_at timestamptz,
        PRIMARY KEY (organization_id, number),
        FOREIGN KEY (organization_id, from_connection_id) REFERENCES sso_connections (organization_id, id) ON DELETE CASCADE,
        FOREIGN KEY (organization_id, to_connection_id) REFERENCES sso_connections (organization_id, id) ON DELETE CASCADE
      )`);
    await queryRunner.query('CREATE INDEX sso_moves_from ON sso_moves (organization_id, from_connection_id)');
    await queryRunner.query('CREATE INDEX sso_moves_to ON sso_moves (organization_id, to_connection_id)');
    // While a wave goes on. The link to the former provider is in one wave at most, and takes the row with it. Accounts are not referred to,
    // because a login holds its account while it waits for the organization, which a start holds.
    await queryRunner.query(`
      CREATE TABLE sso_move_members (
        identity_id integer PRIMARY KEY REFERENCES sso_identities (id) ON DELETE CASCADE,
        organization_id integer NOT NULL,
        move_number integer NOT NULL,
        user_id integer NOT NULL,
        FOREIGN KEY (organization_id, move_number) REFERENCES sso_moves (organization_id, number) ON DELETE CASCADE
      )`);
    await queryRunner.query(
      'CREATE INDEX sso_move_members_of_move ON sso_move_members (organization_id, move_number, user_id)',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE sso_move_members');
    await queryRunner.query('DROP TABLE sso_moves');
  }
}

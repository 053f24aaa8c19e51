import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who had an address before, and who waits for one that another person has. */
export class PeopleOfAddresses1763600000081 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    // How the directory named a person who is no member any more: whoever comes with the same address is compared with them.
    await queryRunner.query(`
      CREATE TABLE scim_departures (
        organization_id integer NOT NULL REFERENCES organizations (id),
        user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        external_id text,
        names jsonb NOT NULL,
        PRIMARY KEY (organization_id, user_id)
      )`);
    await queryRunner.query(
      'ALTER TABLE scim_resources ADD COLUMN waits_for_user integer REFERENCES users (id) ON DELETE SET NULL',
    );
    await queryRunner.query('ALTER TABLE scim_resources ADD COLUMN waits_since_token integer');
    await queryRunner.query(
      `CREATE INDEX scim_resources_waiting ON scim_resources (organization_id, waits_for_user) WHERE waits_for_user IS NOT NULL`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE scim_resources DROP COLUMN waits_since_token');
    await queryRunner.query('ALTER TABLE scim_resources DROP COLUMN waits_for_user');
    await queryRunner.query('DROP TABLE scim_departures');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The trail and the list of identities tell links that a wave made from those of a first login. */
export class LinksMadeByWaves1795959777962 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE sso_identities
        DROP CONSTRAINT sso_identities_linked_by_check,
        ADD CONSTRAINT sso_identities_linked_by_check
          CHECK (linked_by IN ('provisioning', 'first_login', 'proof', 'administrator', 'wave')) NOT VALID`);
    await queryRunner.query('ALTER TABLE sso_identities VALIDATE CONSTRAINT sso_identities_linked_by_check');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`UPDATE sso_identities SET linked_by = 'first_login' WHERE linked_by = 'wave'`);
    await queryRunner.query(`
      ALTER TABLE sso_identities
        DROP CONSTRAINT sso_identities_linked_by_check,
        ADD CONSTRAINT sso_identities_linked_by_check
          CHECK (linked_by IN ('provisioning', 'first_login', 'proof', 'administrator'))`);
  }
}

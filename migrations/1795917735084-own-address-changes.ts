import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The address that an account is to have, and the mailed link that proves it. */
export class OwnAddressChanges1795917735084 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE mailed_tokens ADD COLUMN new_email text');
    await queryRunner.query('ALTER TABLE mailed_tokens DROP CONSTRAINT mailed_tokens_purpose_check');
    await queryRunner.query(
      `ALTER TABLE mailed_tokens ADD CONSTRAINT mailed_tokens_purpose_check
         CHECK (purpose IN ('password_reset', 'email_verification', 'address_change'))`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DELETE FROM mailed_tokens WHERE purpose = 'address_change'`);
    await queryRunner.query('ALTER TABLE mailed_tokens DROP CONSTRAINT mailed_tokens_purpose_check');
    await queryRunner.query(
      `ALTER TABLE mailed_tokens ADD CONSTRAINT mailed_tokens_purpose_check
         CHECK (purpose IN ('password_reset', 'email_verification'))`,
    );
    await queryRunner.query('ALTER TABLE mailed_tokens DROP COLUMN new_email');
  }
}

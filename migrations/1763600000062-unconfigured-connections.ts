import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Drafts that the pages began were given an issuer that leads nowhere, because a connection could not be without one. They are what they
 * are now: without a configuration.
 */
export class UnconfiguredConnections1763600000062 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      UPDATE sso_connections
         SET issuer = '', version = version + 1,
             settings = settings || CASE type
               WHEN 'oidc' THEN '{"clientId": "", "clientAuthentication": "none"}'::jsonb
               ELSE '{"signOnUrl": "", "certificates": []}'::jsonb END
       WHERE status = 'draft' AND issuer = 'https://not-entered-yet.invalid' AND client_secret_sealed IS NULL`);
  }

  async down(): Promise<void> {
    // A draft with nothing in it is one to the version before as well.
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';
import { emailKeyOf, nameKeyOf } from './reference/email-keys.js';

const AT_ONCE = 1000;
/** As the plan of a migration to single sign-on reads it. */
const DIRECTORY_ADDRESS = `CASE WHEN r.search #>> '{emails,0,primary}' = 'true' THEN r.search #>> '{emails,0,value}'
  ELSE coalesce(jsonb_path_query_first(r.search, '$.emails[*] ? (@.primary == true).value') #>> '{}',
    jsonb_path_query_first(r.search, '$.emails[*] ? (@.type == "work").value') #>> '{}',
    r.search #>> '{emails,0,value}', CASE WHEN r.name_key LIKE '%@%' THEN r.name_key END) END`;

interface Row {
  readonly id: number;
  readonly address: string | null;
  readonly name: string;
}

/** What directories and identity providers say of somebody's address, as addresses are compared. */
export class KeysOfStatedAddresses1763600000030 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE sso_identities ADD email_key text');
    await queryRunner.query('UPDATE sso_identities SET email_key = lower(email) WHERE email IS NOT NULL');
    await this.eachBeyondAscii(
      queryRunner,
      `SELECT id::float8, email AS address, '' AS name FROM sso_identities
        WHERE id > $1 AND (octet_length(email) <> char_length(email) OR email LIKE '%.') ORDER BY id LIMIT ${AT_ONCE}`,
      (rows) =>
        queryRunner.query(
          `UPDATE sso_identities i SET email_key = n.key FROM unnest($1::integer[], $2::text[]) AS n (id, key) WHERE i.id = n.id`,
          [rows.map(({ id }) => id), rows.map(({ address }) => nameKeyOf(address ?? ''))],
        ),
    );
    await queryRunner.query('DROP INDEX sso_identities_by_address');
    await queryRunner.query('CREATE INDEX sso_identities_by_address ON sso_identities (organization_id, email_key)');
    // Only where it is another one than the folded text, which "search" and "name_key" hold.
    await queryRunner.query('ALTER TABLE scim_resources ADD address_key text, ADD name_address_key text');
    await this.eachBeyondAscii(
      queryRunner,
      `SELECT number::float8 AS id, address, name FROM (
         SELECT r.number, ${DIRECTORY_ADDRESS} AS address, r.name_key AS name FROM scim_resources r WHERE r.type = 'User') r
        WHERE number > $1 AND (octet_length(address) <> char_length(address) OR address LIKE '%.'
              OR octet_length(name) <> char_length(name) OR name LIKE '%.') ORDER BY number LIMIT ${AT_ONCE}`,
      (rows) =>
        queryRunner.query(
          `UPDATE scim_resources r SET address_key = n.address, name_address_key = n.name
             FROM unnest($1::bigint[], $2::text[], $3::text[]) AS n (id, address, name) WHERE r.number = n.id`,
          [
            rows.map(({ id }) => id),
            rows.map(({ address }) => otherKeyOf(address ?? '')),
            rows.map(({ name }) => otherKeyOf(name)),
          ],
        ),
    );
    await queryRunner.query(
      `CREATE INDEX scim_resources_by_name_address ON scim_resources (organization_id, name_address_key)
        WHERE name_address_key IS NOT NULL`,
    );
  }

  /** Of the others SQL knows as much. */
  private async eachBeyondAscii(
    queryRunner: QueryRunner,
    read: string,
    write: (rows: Row[]) => Promise<unknown>,
  ): Promise<void> {
    for (let last = 0, found = AT_ONCE; found === AT_ONCE;) {
      const rows = (await queryRunner.query(read, [last])) as Row[];
      found = rows.length;
      last = rows.at(-1)?.id ?? last;
      await write(rows);
    }
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE scim_resources DROP COLUMN address_key, DROP COLUMN name_address_key');
    await queryRunner.query('DROP INDEX sso_identities_by_address');
    await queryRunner.query('ALTER TABLE sso_identities DROP COLUMN email_key');
    await queryRunner.query(
      'CREATE INDEX sso_identities_by_address ON sso_identities (organization_id, (lower(email)))',
    );
  }
}

function otherKeyOf(address: string): string | null {
  const key = emailKeyOf(address);
  return key === address ? null : key;
}

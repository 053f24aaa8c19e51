import type { MigrationInterface, QueryRunner } from 'typeorm';
import { lookOf } from './reference/name-looks.js';

const AT_ONCE = 1000;

interface Named {
  readonly id: number;
  readonly key: string;
}

/**
 * What names look like to a reader, unique from now on. Those that look like an older one are left without: they stay, and no new ones
 * arise.
 */
export class NameLooks1763600000082 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE users ADD COLUMN username_look text');
    await queryRunner.query('ALTER TABLE scim_resources ADD COLUMN look_key text COLLATE "C"');
    // Such names look like nothing but themselves.
    await queryRunner.query(`UPDATE users SET username_look = username_key WHERE username_key ~ '^[!-~]+$'`);
    await queryRunner.query(`UPDATE scim_resources SET look_key = name_key WHERE name_key ~ '^[!-~]+( [!-~]+)*$'`);
    await queryRunner.query('ALTER TABLE users ADD CONSTRAINT users_username_look_unique UNIQUE (username_look)');
    await queryRunner.query(
      'ALTER TABLE scim_resources ADD CONSTRAINT scim_resources_look_unique UNIQUE (organization_id, type, look_key)',
    );
    await eachOther(queryRunner, {
      read: 'SELECT id, username_key AS key FROM users WHERE username_look IS NULL AND id > $1 ORDER BY id LIMIT $2',
      write: `UPDATE users u SET username_look = $2
               WHERE id = $1 AND NOT EXISTS (SELECT FROM users o WHERE o.username_look = $2)`,
    });
    await eachOther(queryRunner, {
      read: `SELECT number::float8 AS id, name_key AS key FROM scim_resources
              WHERE look_key IS NULL AND number > $1 ORDER BY number LIMIT $2`,
      write: `UPDATE scim_resources r SET look_key = $2
               WHERE number = $1 AND NOT EXISTS (SELECT FROM scim_resources o WHERE o.organization_id = r.organization_id
                                                    AND o.type = r.type AND o.look_key = $2)`,
    });
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE scim_resources DROP COLUMN look_key');
    await queryRunner.query('ALTER TABLE users DROP COLUMN username_look');
  }
}

/** The few that SQL cannot judge, oldest first. */
async function eachOther(queryRunner: QueryRunner, { read, write }: { read: string; write: string }): Promise<void> {
  for (let after = 0; ;) {
    const rows = (await queryRunner.query(read, [after, AT_ONCE])) as Named[];
    for (const { id, key } of rows) await queryRunner.query(write, [id, lookOf(key)]);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

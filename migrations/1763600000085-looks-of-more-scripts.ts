import type { MigrationInterface, QueryRunner } from 'typeorm';
import { lookOf } from './reference/name-looks-of-more-scripts.js';

const AT_ONCE = 1000;

interface Named {
  readonly id: number;
  readonly key: string;
}

/** Names are compared by the look of letters of more scripts. Those that look like an older one are left without, as before. */
export class LooksOfMoreScripts1763600000085 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await eachOther(queryRunner, {
      read: `SELECT id, username_key AS key FROM users WHERE username_key !~ '^[ -~]*$' AND id > $1 ORDER BY id LIMIT $2`,
      write: `UPDATE users u SET username_look = CASE WHEN EXISTS (SELECT FROM users o WHERE o.username_look = $2 AND o.id <> u.id) THEN NULL ELSE $2 END
               WHERE id = $1 AND username_look IS DISTINCT FROM $2`,
    });
    await eachOther(queryRunner, {
      read: `SELECT number::float8 AS id, name_key AS key FROM scim_resources
              WHERE name_key !~ '^[ -~]*$' AND number > $1 ORDER BY number LIMIT $2`,
      write: `UPDATE scim_resources r
                 SET look_key = CASE WHEN EXISTS (SELECT FROM scim_resources o WHERE o.organization_id = r.organization_id AND o.type = r.type
                                                     AND o.look_key = $2 AND o.number <> r.number) THEN NULL ELSE $2 END
               WHERE number = $1 AND look_key IS DISTINCT FROM $2`,
    });
  }

  async down(): Promise<void> {
    // What older versions compare is told from these by few letters only, and no name is lost.
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

import { randomBytes } from 'node:crypto';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { nameKeyOf } from './reference/email-keys.js';

const AT_ONCE = 1000;

interface StaleKey {
  readonly id: number;
  readonly key: string;
  readonly wanted: string;
  /** Within which the key is unique; `null` for what may have any. */
  readonly scope: number | null;
}

interface Holder {
  readonly key: string;
  readonly scope?: number;
}

/**
 * Gives every address the key by which addresses are compared from now on. SQL knows nothing of international domains, so the few rows
 * that it matters for are judged here. Two accounts that turn out to be one mailbox stay two: who owns which, nobody can tell from here.
 */
export class CanonicalEmailKeys1763600000029 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    // An account whose address another one has: it goes on with the key that it had, by which nobody finds it any more.
    await queryRunner.query(`
      CREATE TABLE email_collisions (
        user_id integer PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
        kept_key text NOT NULL,
        canonical_key text NOT NULL
      )`);
    await this.accounts(queryRunner);
    await this.usernames(queryRunner);
    await this.invitations(queryRunner);
    const awaited = { table: 'scim_resources', id: 'number', text: 'awaited_address', key: 'awaited_address' };
    await eachStale(queryRunner, awaited, (stale) => rewrite(queryRunner, awaited, stale));
  }

  private async accounts(queryRunner: QueryRunner): Promise<void> {
    const addresses = { table: 'users', id: 'id', text: 'email', key: 'email_key' };
    await eachStale(queryRunner, addresses, async (stale) => {
      const holders = (await queryRunner.query('SELECT email_key AS key FROM users WHERE email_key = ANY ($1)', [
        stale.map(({ wanted }) => wanted),
      ])) as Holder[];
      const { free, taken } = parted(stale, holders);
      // What was mailed to an account is good for the address that it had then.
      await queryRunner.query(
        `UPDATE mailed_tokens t SET email_key = n.wanted
           FROM unnest($1::integer[], $2::text[], $3::text[]) AS n (id, key, wanted)
          WHERE t.user_id = n.id AND t.email_key = n.key`,
        [free.map(({ id }) => id), free.map(({ key }) => key), free.map(({ wanted }) => wanted)],
      );
      await rewrite(queryRunner, addresses, free);
      await queryRunner.query(
        `INSERT INTO email_collisions (user_id, kept_key, canonical_key)
         SELECT * FROM unnest($1::integer[], $2::text[], $3::text[])`,
        [taken.map(({ id }) => id), taken.map(({ key }) => key), taken.map(({ wanted }) => wanted)],
      );
    });
  }

  /** Those that are addresses. Whoever has lost the address gets a name to log in by, for the old one now leads to the other account. */
  private async usernames(queryRunner: QueryRunner): Promise<void> {
    const names = { table: 'users', id: 'id', text: 'username', key: 'username_key' };
    await eachStale(queryRunner, names, async (stale) => {
      const ids = stale.map(({ id }) => id);
      const losers = (await queryRunner.query('SELECT user_id AS id FROM email_collisions WHERE user_id = ANY ($1)', [
        ids,
      ])) as { id: number }[];
      const loserIds = new Set(losers.map(({ id }) => id));
      await queryRunner.query(
        `UPDATE users u SET username = n.name, username_key = n.name
           FROM unnest($1::integer[], $2::text[]) AS n (id, name) WHERE u.id = n.id`,
        [[...loserIds], [...loserIds].map(() => `user.${randomBytes(8).toString('hex')}`)],
      );
      const others = stale.filter(({ id }) => !loserIds.has(id));
      const holders = (await queryRunner.query('SELECT username_key AS key FROM users WHERE username_key = ANY ($1)', [
        others.map(({ wanted }) => wanted),
      ])) as Holder[];
      await rewrite(queryRunner, names, parted(others, holders).free);
    });
  }

  /** Of two that are open in one workspace the later one keeps its key, and ends at its time. */
  private async invitations(queryRunner: QueryRunner): Promise<void> {
    const open = `CASE WHEN status = 'pending' THEN workspace_id END`;
    const addresses = { table: 'invitations', id: 'id', text: 'email', key: 'email_key', scope: open };
    await eachStale(queryRunner, addresses, async (stale) => {
      const holders = (await queryRunner.query(
        `SELECT workspace_id AS scope, email_key AS key FROM invitations WHERE status = 'pending' AND email_key = ANY ($1)`,
        [stale.map(({ wanted }) => wanted)],
      )) as Holder[];
      await rewrite(queryRunner, addresses, parted(stale, holders).free);
    });
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE email_collisions');
  }
}

interface KeyColumn {
  readonly table: string;
  readonly id: string;
  readonly text: string;
  readonly key: string;
  readonly scope?: string;
}

/** In the order in which they were made, so that the first keeps what two want. */
async function eachStale(
  queryRunner: QueryRunner,
  { table, id, text, key, scope = '0' }: KeyColumn,
  change: (stale: StaleKey[]) => Promise<void>,
): Promise<void> {
  for (let last = 0, found = AT_ONCE; found === AT_ONCE;) {
    const rows = (await queryRunner.query(
      `SELECT ${id}::float8 AS id, ${text} AS text, ${key} AS key, ${scope} AS scope FROM ${table}
        WHERE ${id} > $1 AND ${key} LIKE '%@%' AND (octet_length(${key}) <> char_length(${key}) OR ${key} LIKE '%.')
        ORDER BY ${id} LIMIT ${AT_ONCE}`,
      [last],
    )) as { id: number; text: string; key: string; scope: number | null }[];
    found = rows.length;
    last = rows.at(-1)?.id ?? last;
    const judged = rows.map((row) => ({ id: row.id, key: row.key, wanted: nameKeyOf(row.text), scope: row.scope }));
    await change(judged.filter(({ key: kept, wanted }) => kept !== wanted));
  }
}

/** @param holders of the keys that are wanted */
function parted(stale: readonly StaleKey[], holders: readonly Holder[]): { free: StaleKey[]; taken: StaleKey[] } {
  const held = new Set(holders.map(({ scope = 0, key }) => `${scope} ${key}`));
  const free: StaleKey[] = [];
  const taken: StaleKey[] = [];
  for (const each of stale) {
    const place = `${each.scope} ${each.wanted}`;
    (each.scope !== null && held.has(place) ? taken : free).push(each);
    held.add(place);
  }
  return { free, taken };
}

async function rewrite(
  queryRunner: QueryRunner,
  { table, id, key }: KeyColumn,
  stale: readonly StaleKey[],
): Promise<void> {
  await queryRunner.query(
    `UPDATE ${table} r SET ${key} = n.key FROM unnest($1::bigint[], $2::text[]) AS n (id, key) WHERE r.${id} = n.id`,
    [stale.map((each) => each.id), stale.map(({ wanted }) => wanted)],
  );
}

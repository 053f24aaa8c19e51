import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Locks and what is judged behind them, in one statement each: in a volatile function each statement sees what was committed before it
 * began, as if they were sent one after the other.
 */
export class OneStatementLogins1795745125872 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await attempts(queryRunner);
    await queryRunner.query(`
      CREATE FUNCTION hold_sign_on(account integer, lock_class integer) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM 1 FROM users WHERE id = account FOR SHARE;
        PERFORM pg_advisory_xact_lock_shared(lock_class, m.organization_id)
           FROM (SELECT organization_id FROM organization_members WHERE user_id = account ORDER BY organization_id) m;
      END $$`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP FUNCTION hold_sign_on');
    await queryRunner.query('DROP FUNCTION clear_attempts');
    await queryRunner.query('DROP FUNCTION count_failed_attempt');
    await queryRunner.query('DROP FUNCTION lock_attempts');
  }
}

async function attempts(queryRunner: QueryRunner): Promise<void> {
  await queryRunner.query(`
    CREATE FUNCTION lock_attempts(locks bigint[], keys text[]) RETURNS timestamptz LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_advisory_xact_lock(lock) FROM unnest(locks) AS lock;
      RETURN (SELECT max(blocked_until) FROM attempt_throttles WHERE key = ANY (keys));
    END $$`);
  // A leaky bucket: what has leaked out since the last failure no longer counts. Who waited for the lock may come with an earlier moment than
  // the last failure. The exponent is capped: 2^30 seconds is beyond every longest wait and far from an overflow.
  await queryRunner.query(`
    CREATE FUNCTION count_failed_attempt(
      locks bigint[], keys text[], moment timestamptz, free float8[], first_wait float8[], longest_wait float8[], forgiven_in float8[])
    RETURNS timestamptz LANGUAGE plpgsql AS $$
    DECLARE
      blocked timestamptz := lock_attempts(locks, keys);
      counter record;
    BEGIN
      IF blocked > moment THEN RETURN blocked; END IF;
      FOR counter IN SELECT * FROM unnest(keys, free, first_wait, longest_wait, forgiven_in) AS c (key, free, first, longest, forgiven) LOOP
        INSERT INTO attempt_throttles AS t (key, failures, last_failure_at, blocked_until) VALUES (counter.key, 1, moment, NULL)
        ON CONFLICT (key) DO UPDATE SET (failures, last_failure_at, blocked_until) = (
          SELECT n.failures, n.at, CASE WHEN n.failures > counter.free THEN
                   n.at + make_interval(secs => least(counter.longest, counter.first * 2 ^ least(ceil(n.failures - counter.free) - 1, 30))) END
            FROM (SELECT p.at, greatest(0, t.failures - extract(epoch FROM p.at - t.last_failure_at) * counter.free / counter.forgiven) + 1
                         AS failures
                    FROM (SELECT greatest(moment, t.last_failure_at) AS at) p) n);
      END LOOP;
      RETURN NULL;
    END $$`);
  await queryRunner.query(`
    CREATE FUNCTION clear_attempts(locks bigint[], keys text[], moment timestamptz, cleared text[])
    RETURNS timestamptz LANGUAGE plpgsql AS $$
    DECLARE blocked timestamptz := lock_attempts(locks, keys);
    BEGIN
      IF blocked > moment THEN RETURN blocked; END IF;
      DELETE FROM attempt_throttles WHERE key = ANY (cleared);
      RETURN NULL;
    END $$`);
}

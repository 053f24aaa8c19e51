import type { MigrationInterface, QueryRunner } from 'typeorm';

export class OneEmergency1763600000076 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    // `expired` ends a request without a person: the indexes below count what is open, and an index cannot ask for the time.
    await queryRunner.query(`
      ALTER TABLE access_requests
        DROP CONSTRAINT access_requests_status_check,
        ADD CONSTRAINT access_requests_status_check CHECK (status IN ('requested', 'approved', 'refused', 'used', 'expired')),
        DROP CONSTRAINT access_requests_kind_check,
        ADD CONSTRAINT access_requests_kind_check
          CHECK (kind IN ('act_as_owner', 'give_role', 'reset_factors', 'activate_connection', 'change'))`);
    await queryRunner.query(
      `UPDATE access_requests SET status = 'expired' WHERE status IN ('requested', 'approved') AND expires_at <= now()`,
    );
    // Of several that are open the newest stays. The others end as if their time were over: a refusal would be the word of
    // an owner, and would keep emergencies away for a day.
    await queryRunner.query(`
      UPDATE access_requests a SET status = 'expired'
       WHERE a.status IN ('requested', 'approved')
         AND EXISTS (SELECT FROM access_requests b
                      WHERE b.id > a.id AND b.status IN ('requested', 'approved') AND b.organization_id = a.organization_id
                        AND b.is_emergency AND a.is_emergency)`);
    // An approval counts more than a question that nobody has answered yet.
    await queryRunner.query(`
      UPDATE access_requests a SET status = 'expired'
       WHERE a.status IN ('requested', 'approved')
         AND EXISTS (SELECT FROM access_requests b
                      WHERE b.id <> a.id AND b.status IN ('requested', 'approved') AND b.organization_id = a.organization_id
                        AND b.requested_by = a.requested_by AND b.kind = a.kind AND b.subject = a.subject
                        AND b.is_emergency = a.is_emergency
                        AND (b.status = 'approved', b.id) > (a.status = 'approved', a.id))`);
    await queryRunner.query(
      `CREATE UNIQUE INDEX one_emergency ON access_requests (organization_id) WHERE is_emergency AND status = 'approved'`,
    );
    await queryRunner.query(`
      CREATE UNIQUE INDEX one_open_request
          ON access_requests (organization_id, requested_by, kind, md5(subject::text), is_emergency)
       WHERE status IN ('requested', 'approved')`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX one_open_request');
    await queryRunner.query('DROP INDEX one_emergency');
    await queryRunner.query(`DELETE FROM access_requests WHERE kind = 'change'`);
    // Without `decided_at` it is not the word of an owner, who would have ended an emergency.
    await queryRunner.query(`UPDATE access_requests SET status = 'refused' WHERE status = 'expired'`);
    await queryRunner.query(`
      ALTER TABLE access_requests
        DROP CONSTRAINT access_requests_status_check,
        ADD CONSTRAINT access_requests_status_check CHECK (status IN ('requested', 'approved', 'refused', 'used')),
        DROP CONSTRAINT access_requests_kind_check,
        ADD CONSTRAINT access_requests_kind_check CHECK (kind IN ('act_as_owner', 'give_role', 'reset_factors', 'activate_connection'))`);
  }
}

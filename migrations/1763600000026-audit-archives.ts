import type { MigrationInterface, QueryRunner } from 'typeorm';

const KEPT = ['audit_events', 'audit_seals'];

/**
 * What was archived, file by file: the last one of a chain is the anchor that the rest of it goes on from. Only by the one function
 * below, and only up to an anchor, rows of the trail are ever deleted.
 */
export class AuditArchives1763600000026 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE audit_archives (
        organization_id integer NOT NULL,
        first_position integer NOT NULL CHECK (first_position > 0),
        last_position integer NOT NULL CHECK (last_position >= first_position),
        last_event_id bigint NOT NULL,
        event_count integer NOT NULL,
        last_hash bytea NOT NULL,
        sealed_until timestamptz NOT NULL,
        file text NOT NULL UNIQUE,
        digest bytea NOT NULL,
        archived_at timestamptz NOT NULL,
        proof bytea NOT NULL,
        PRIMARY KEY (organization_id, last_position)
      )`);
    await queryRunner.query(`
      CREATE FUNCTION refuse_unsealed_archive() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NEW.first_position <> 1 + coalesce((SELECT max(last_position) FROM audit_archives
              WHERE organization_id = NEW.organization_id), 0)
          OR NOT EXISTS (SELECT FROM audit_seals WHERE organization_id = NEW.organization_id AND position = NEW.last_position
              AND last_event_id = NEW.last_event_id AND hash = NEW.last_hash AND sealed_at = NEW.sealed_until) THEN
          RAISE EXCEPTION 'Only sealed links are archived, one file after the other.' USING ERRCODE = 'insufficient_privilege';
        END IF;
        RETURN NEW;
      END $$`);
    await queryRunner.query(`
      CREATE TRIGGER only_sealed BEFORE INSERT ON audit_archives FOR EACH ROW EXECUTE FUNCTION refuse_unsealed_archive()`);
    await queryRunner.query('ALTER TABLE audit_archives ENABLE ALWAYS TRIGGER only_sealed');
    await queryRunner.query(`
      CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_archives
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`);
    await queryRunner.query('ALTER TABLE audit_archives ENABLE ALWAYS TRIGGER append_only');
    await onlyArchivedGoes(queryRunner);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP FUNCTION delete_archived_audit_events(integer, integer)');
    for (const table of KEPT) {
      await queryRunner.query(`DROP TRIGGER only_by_function ON ${table}`);
      await queryRunner.query(`DROP TRIGGER only_archived ON ${table}`);
      await queryRunner.query(`DROP TRIGGER append_only ON ${table}`);
      await protect(queryRunner, `append_only BEFORE UPDATE OR DELETE OR TRUNCATE`, table, 'refuse_change()');
    }
    await queryRunner.query('DROP FUNCTION refuse_deletion_of_unarchived');
    await queryRunner.query('DROP FUNCTION refuse_deletion_elsewhere');
    await queryRunner.query('DROP TABLE audit_archives');
    await queryRunner.query('DROP FUNCTION refuse_unsealed_archive');
  }
}

async function onlyArchivedGoes(queryRunner: QueryRunner): Promise<void> {
  // The setting keeps a stray DELETE out; whoever sets it by hand still deletes nothing that is not archived.
  await queryRunner.query(`
    CREATE FUNCTION refuse_deletion_elsewhere() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF current_setting('headgate.deletes_archived', true) IS DISTINCT FROM 'on' THEN
        RAISE EXCEPTION 'The table % is append-only: % is refused.', TG_TABLE_NAME, TG_OP
          USING ERRCODE = 'insufficient_privilege';
      END IF;
      RETURN NULL;
    END $$`);
  await queryRunner.query(`
    CREATE FUNCTION refuse_deletion_of_unarchived() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE unarchived boolean;
    BEGIN
      IF TG_TABLE_NAME = 'audit_events' THEN
        SELECT bool_or(g.id > coalesce(a.last_event_id, '-9223372036854775808'::bigint)) INTO unarchived FROM gone g
          LEFT JOIN (SELECT organization_id, max(last_event_id) AS last_event_id FROM audit_archives GROUP BY 1) a
            ON a.organization_id = g.chain_id;
      ELSE
        SELECT bool_or(g.position > coalesce(a.last_position, 0)) INTO unarchived FROM gone g
          LEFT JOIN (SELECT organization_id, max(last_position) AS last_position FROM audit_archives GROUP BY 1) a
            ON a.organization_id = g.organization_id;
      END IF;
      IF unarchived THEN
        RAISE EXCEPTION 'The table % is append-only: only what is archived is deleted.', TG_TABLE_NAME
          USING ERRCODE = 'insufficient_privilege';
      END IF;
      RETURN NULL;
    END $$`);
  for (const table of KEPT) {
    await queryRunner.query(`DROP TRIGGER append_only ON ${table}`);
    await protect(queryRunner, 'append_only BEFORE UPDATE OR TRUNCATE', table, 'refuse_change()');
    await protect(queryRunner, 'only_by_function BEFORE DELETE', table, 'refuse_deletion_elsewhere()');
    await queryRunner.query(`
      CREATE TRIGGER only_archived AFTER DELETE ON ${table} REFERENCING OLD TABLE AS gone
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_deletion_of_unarchived()`);
    await queryRunner.query(`ALTER TABLE ${table} ENABLE ALWAYS TRIGGER only_archived`);
  }
  await queryRunner.query(`
    CREATE FUNCTION delete_archived_audit_events(chain integer, through integer) RETURNS integer LANGUAGE plpgsql AS $$
    DECLARE anchor audit_archives; deleted integer;
    BEGIN
      SELECT * INTO anchor FROM audit_archives WHERE organization_id = chain AND last_position = through;
      IF anchor IS NULL THEN
        RAISE EXCEPTION 'Nothing of chain % is archived through link %.', chain, through
          USING ERRCODE = 'insufficient_privilege';
      END IF;
      PERFORM set_config('headgate.deletes_archived', 'on', true);
      DELETE FROM audit_events WHERE chain_id = chain AND id <= anchor.last_event_id;
      GET DIAGNOSTICS deleted = ROW_COUNT;
      DELETE FROM audit_seals WHERE organization_id = chain AND position <= through;
      PERFORM set_config('headgate.deletes_archived', 'off', true);
      RETURN deleted;
    END $$`);
}

async function protect(queryRunner: QueryRunner, trigger: string, table: string, call: string): Promise<void> {
  const [name] = trigger.split(' ');
  await queryRunner.query(`CREATE TRIGGER ${trigger} ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION ${call}`);
  await queryRunner.query(`ALTER TABLE ${table} ENABLE ALWAYS TRIGGER ${name}`);
}

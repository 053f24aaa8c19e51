import { poolAt } from './database.js';
import type { TestApp } from './test-app.js';

/** What an application makes for itself as it starts, and goes on with. */
const ITS_OWN = ['signing_keys', 'application_secrets'];

const TABLES = `SELECT c.relname AS name, (SELECT string_agg(quote_ident(a.attname), ', ') FROM pg_attribute a
         WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns
    FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' 
     AND NOT c.relname = ANY ('{${ITS_OWN.join(',')}}')
     AND NOT EXISTS (SELECT FROM pg_trigger g WHERE g.tgrelid = c.oid AND g.tgenabled = 'A')`;

/**
 * Keeps what the database holds now. What is returned puts it back, at a tenth of the cost of another application. What the process
 * remembers stays, and so do the clock, the ids that were given out and the audit trail, to which one can only append.
 */
export async function rewinding({ dataSource, databaseUrl }: Pick<TestApp, 'dataSource' | 'databaseUrl'>): Promise<() => Promise<void>> {
  await dataSource.query(`CREATE SCHEMA kept`);
  await dataSource.query(`DO $$ DECLARE t record; filled boolean; steps text := ''; BEGIN
    FOR t IN ${TABLES} LOOP
      steps := steps || format('DELETE FROM public.%I; ', t.name);
      EXECUTE format('SELECT EXISTS (SELECT FROM public.%I)', t.name) INTO filled;
      CONTINUE WHEN NOT filled;
      EXECUTE format('CREATE UNLOGGED TABLE kept.%I AS SELECT %s FROM public.%I', t.name, t.columns, t.name);
      steps := steps ||
        format('INSERT INTO public.%I (%s) OVERRIDING SYSTEM VALUE SELECT %s FROM kept.%I; ', t.name, t.columns, t.columns, t.name);
    END LOOP;
    EXECUTE format('CREATE FUNCTION kept.rewind() RETURNS void LANGUAGE plpgsql AS %L', 'BEGIN ' || steps || 'END');
    END $$`);
  // As a replica, so that no trigger and no foreign key sees the rows come and go one table after the other. On a connection of its own,
  // for to change the role throws away all plans of a connection, and planning is most of the work.
  const asReplica = new URL(databaseUrl);
  asReplica.searchParams.set('options', '-c session_replication_role=replica');
  const pool = poolAt(asReplica.href);
  return () => pool.query('SELECT kept.rewind()').then(() => undefined);
}

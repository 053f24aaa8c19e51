import type { Ask } from './single-connection.js';

export interface KnownMigration {
  readonly name: string;
  /** `null` while it is being written. */
  readonly fingerprint: string | null;
  /** Whether instances of the previous version keep working once it is applied. */
  readonly isAdditive: boolean;
}

export interface AppliedMigration {
  readonly name: string;
  /** `null` when it was applied before fingerprints were kept. */
  readonly fingerprint: string | null;
  /** The version that applied it. */
  readonly appliedBy: string | null;
  readonly isAdditive: boolean;
}

/** The message is for the operator: what made the database, what this is, and what to do. */
class SchemaRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SchemaRefused';
  }
}

export const APPLIED_MIGRATIONS = `SELECT name, fingerprint, applied_by AS "appliedBy", is_additive AS "isAdditive"
  FROM schema_migrations ORDER BY id`;

/** Reads what was applied; in a database that is older than fingerprints, the columns for them are added. */
export async function appliedMigrations(ask: Ask): Promise<AppliedMigration[]> {
  const columns = await ask<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = to_regclass('schema_migrations') AND attnum > 0`,
  );
  if (columns.length === 0) return [];
  if (!columns.some(({ name }) => name === 'is_additive'))
    await ask(`ALTER TABLE schema_migrations ADD fingerprint text, ADD applied_by text,
                 ADD is_additive boolean NOT NULL DEFAULT true`);
  return ask<AppliedMigration>(APPLIED_MIGRATIONS);
}

/**
 * If the process is killed after a migration and before its fingerprint is written, older versions would take it for
 * additive: so until then, all applied ones count as breaking if one of them is.
 */
export async function announce(ask: Ask, applied: readonly AppliedMigration[], pending: readonly KnownMigration[]): Promise<void> {
  if (applied.length === 0 || pending.length === 0) return;
  const isAdditive = pending.every((one) => one.isAdditive);
  await ask(`ALTER TABLE schema_migrations ALTER is_additive SET DEFAULT ${isAdditive}`);
}

/** Records the fingerprints of the applied migrations that have none yet. */
export async function recordFingerprints(ask: Ask, known: readonly KnownMigration[], version: string): Promise<void> {
  const applied = await appliedMigrations(ask);
  const open = applied.filter(({ fingerprint }) => fingerprint === null).map(({ name }) => name);
  for (const { name, fingerprint, isAdditive } of known)
    if (fingerprint !== null && open.includes(name))
      await ask('UPDATE schema_migrations SET fingerprint = $2, applied_by = $3, is_additive = $4 WHERE name = $1', [
        ...[name, fingerprint, version, isAdditive],
      ]);
}

/**
 * Whether this version may start on a database to which these were applied.
 * @param allowsNewer set by the operator for a rollback
 * @throws SchemaRefused
 */
export function assertMayStart(
  applied: readonly AppliedMigration[],
  known: readonly KnownMigration[],
  version: string,
  allowsNewer: boolean,
): void {
  refuseEdited(applied, known, version);
  const newer = unknownAmong(applied, known);
  const last = newer.at(-1);
  if (last === undefined) return;
  // Between releases, builds have one version.
  const maker =
    last.appliedBy === version
      ? `a newer build of Headgate ${version} than this one`
      : `Headgate ${last.appliedBy ?? 'of another version'}, this is Headgate ${version}`;
  const what = `This database was made by ${maker}: ${last.name} was applied, which this version does not know.`;
  const back = 'Start that version or a newer one, or restore the backup from before the upgrade.';
  if (newer.some(({ isAdditive }) => !isAdditive)) throw new SchemaRefused(`${what} ${back}`);
  if (!allowsNewer) throw new SchemaRefused(`${what} ${back} To roll back without it, set ALLOW_NEWER_DATABASE=true.`);
}

/**
 * Whether a running instance may go on: a newer version may have added to the schema since the start, but must not have done anything else.
 * @throws SchemaRefused
 */
export function assertMayServe(applied: readonly AppliedMigration[], known: readonly KnownMigration[], version: string): void {
  refuseEdited(applied, known, version);
  const missing = known.find(({ name }) => !applied.some((one) => one.name === name));
  if (missing !== undefined) throw new SchemaRefused(`The migration ${missing.name} is missing. Run npm run migrate.`);
  const breaking = unknownAmong(applied, known).find(({ isAdditive }) => !isAdditive);
  if (breaking !== undefined)
    throw new SchemaRefused(
      `Headgate ${breaking.appliedBy ?? 'of another version'} has changed this database so that ${version} cannot go on. Stop this instance.`,
    );
}

function unknownAmong(applied: readonly AppliedMigration[], known: readonly KnownMigration[]): AppliedMigration[] {
  return applied.filter(({ name }) => !known.some((one) => one.name === name));
}

function refuseEdited(applied: readonly AppliedMigration[], known: readonly KnownMigration[], version: string): void {
  for (const { name, fingerprint, appliedBy } of applied) {
    const own = known.find((one) => one.name === name)?.fingerprint ?? null;
    if (own === null || fingerprint === null || own === fingerprint) continue;
    throw new SchemaRefused(
      `This database was made by Headgate ${appliedBy ?? 'of another version'} with another text of ${name} than ` +
        `Headgate ${version} has. Start exactly the version that made it, or restore a backup that this version ` +
        'can read.',
    );
  }
}

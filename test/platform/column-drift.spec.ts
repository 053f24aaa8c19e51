import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EntitySchema } from 'typeorm';
import { ENTITY_SCHEMAS } from '../../src/boot/database.js';
import { connect } from '../../src/platform/database/connect.js';
import { type TestDatabase, createTestDatabase } from '../support/database.js';

describe('the columns that repositories know', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  /** What TypeORM would change in the migrated database; keys, constraints and indexes are for the migrations alone. */
  async function driftOf(entities: EntitySchema[]): Promise<string[]> {
    const settings = { url: database.url, poolSize: 1, patienceMs: 60_000, entities, migrations: [] };
    const dataSource = await connect({ ...settings, onPoolError: () => undefined });
    try {
      // How a column is generated TypeORM would look up in a table of its own, which we do not have.
      await dataSource.query('ALTER TABLE invitations ALTER COLUMN pending_role_id DROP EXPRESSION IF EXISTS');
      const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
      return upQueries.map(({ query }) => query).filter((query) => !/ (CONSTRAINT|INDEX) /.test(query));
    } finally {
      await dataSource.destroy();
    }
  }

  it('are those that the migrations make', async () => {
    const differences = (await driftOf(ENTITY_SCHEMAS)).map(
      (statement) => `Correct the EntitySchema, or the migration that is not final; the schema would need: ${statement}`,
    );
    expect(differences).toEqual([]);
  });

  it('would be found to differ by one that is missing, new, of another type, or may be null', async () => {
    const planted = new EntitySchema<object>({
      name: 'device_tokens',
      tableName: 'device_tokens',
      columns: {
        tokenHash: { name: 'token_hash', type: 'bytea', primary: true },
        familyId: { name: 'family_id', type: 'text', nullable: true },
        lastSeen: { name: 'last_seen', type: 'timestamptz' },
      },
    });
    const drift = (await driftOf([planted])).join('\n');
    expect(drift).toContain('DROP COLUMN "replaced_at"');
    expect(drift).toContain('ADD "last_seen" TIMESTAMP WITH TIME ZONE NOT NULL');
    expect(drift).toContain('DROP COLUMN "family_id"');
    expect(drift).toContain('ADD "family_id" text');
  });
});

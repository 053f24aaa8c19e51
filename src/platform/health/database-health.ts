import { TypeOrmSession } from '../database/typeorm-session.js';

export class DatabaseHealth {
  constructor(
    private readonly session: TypeOrmSession,
    private readonly knownMigrations: number,
  ) {}

  async answers(): Promise<void> {
    await this.session.query('SELECT 1');
  }

  async isMigrated(): Promise<void> {
    const [row] = await this.session.query<{ applied: number }>(
      'SELECT count(*)::int AS applied FROM schema_migrations',
    );
    // More than ours is fine: during a rolling upgrade a newer instance may have migrated already.
    if ((row?.applied ?? 0) < this.knownMigrations) throw new Error('Migrations are missing.');
  }
}

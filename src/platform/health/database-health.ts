import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../database/typeorm-session.js';
import { MIGRATIONS } from '../../database.js';

@Injectable()
export class DatabaseHealth {
  constructor(private readonly session: TypeOrmSession) {}

  async answers(): Promise<void> {
    await this.session.query('SELECT 1');
  }

  async isMigrated(): Promise<void> {
    const [row] = await this.session.query<{ applied: number }>(
      'SELECT count(*)::int AS applied FROM schema_migrations',
    );
    // More than ours is fine: during a rolling upgrade a newer instance may have migrated already.
    if ((row?.applied ?? 0) < MIGRATIONS.length) throw new Error('Migrations are missing.');
  }
}

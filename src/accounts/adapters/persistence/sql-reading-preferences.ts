import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { addressOf } from '../../../shared/email-key.js';
import { type ReadingPreference, ReadingPreferences } from '../../application/ports/reading-preferences.js';

const OF_ADDRESSES = {
  name: 'reading-preferences.of-addresses',
  text: `SELECT u.email_key AS key, p.language, p.time_zone AS "timeZone"
           FROM users u JOIN reading_preferences p ON p.user_id = u.id WHERE u.email_key = ANY ($1::text[])`,
};

/** Raw: a set by addresses, and an upsert. */
@Injectable()
export class SqlReadingPreferences extends ReadingPreferences {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async of(addresses: readonly string[]): Promise<ReadonlyMap<string, ReadingPreference>> {
    const keys = new Map(addresses.map((address) => [address, addressOf(address)?.key]));
    const rows = await this.session.query<ReadingPreference & { key: string }>(OF_ADDRESSES, [[...new Set(keys.values())]]);
    const known = new Map(rows.map(({ key, ...preference }) => [key, preference]));
    return new Map(
      [...keys].flatMap(([address, key]) => {
        const preference = known.get(key ?? '');
        return preference === undefined ? [] : [[address, preference] as const];
      }),
    );
  }

  async find(userId: number): Promise<ReadingPreference> {
    const [row] = await this.session.query<ReadingPreference & object>(
      'SELECT language, time_zone AS "timeZone" FROM reading_preferences WHERE user_id = $1',
      [userId],
    );
    return row ?? { language: null, timeZone: null };
  }

  async save(userId: number, { language, timeZone }: ReadingPreference): Promise<void> {
    await this.session.execute(
      `INSERT INTO reading_preferences (user_id, language, time_zone) VALUES ($1, $2, $3)
           ON CONFLICT (user_id) DO UPDATE SET language = excluded.language, time_zone = excluded.time_zone`,
      [userId, language, timeZone],
    );
  }
}

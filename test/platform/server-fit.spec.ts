import { afterEach, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { KNOWN_MIGRATIONS, MIGRATIONS } from '../../src/boot/database.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { databaseUrl, onServer } from '../support/database.js';

describe('a database in which the service cannot live', () => {
  const name = `unfit_${randomBytes(6).toString('hex')}`;
  afterEach(() => onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));

  it.each([
    ['that keeps text in LATIN1', `ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C'`, null, /keeps text in LATIN1/],
    ['that only reads', '', `ALTER DATABASE ${name} SET default_transaction_read_only = on`, /default_transaction_read_only/],
  ])('%s is refused before any table is made', async (_what, how, then, reason) => {
    await onServer(`CREATE DATABASE ${name} TEMPLATE template0 ${how}`);
    if (then !== null) await onServer(then);
    const url = databaseUrl(name);
    await expect(migrate(url, MIGRATIONS, { known: KNOWN_MIGRATIONS, allowsNewer: false })).rejects.toThrow(reason);
    const client = new Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query(`SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace`);
    await client.end();
    expect(rows).toEqual([]);
  });
});

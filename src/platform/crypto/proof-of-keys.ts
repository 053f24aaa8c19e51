import type { SealedColumn, ResealSession } from './reseal.js';
import type { SecretBox } from '../../shared/ports/secret-box.js';

/**
 * Opens one sealed value, so that a lost or mistyped master key stops the start. Otherwise one login after another
 * would fail, and new values would be sealed under a key that the old ones do not share.
 * Raw: of any table that has sealed values.
 * @throws SealedValueUnreadable
 */
export async function proveKeys(session: ResealSession, secretBox: SecretBox, columns: readonly SealedColumn[]): Promise<void> {
  for (const { table, key, column } of columns) {
    const [row] = await session.query<{ key: string; sealed: string }>(
      `SELECT "${key}"::text AS key, "${column}" AS sealed FROM "${table}" WHERE "${column}" IS NOT NULL LIMIT 1`,
      [],
    );
    if (row !== undefined) secretBox.open(row.sealed, `${table}.${column}:${row.key}`);
  }
}

/** Whether anything is sealed, whatever the key. Raw: as above. */
export async function holdsSealed(session: ResealSession, columns: readonly SealedColumn[]): Promise<boolean> {
  const tables = columns.map(({ table, column }) => `EXISTS (SELECT FROM "${table}" WHERE "${column}" IS NOT NULL)`);
  const [row] = await session.query<{ sealed: boolean }>(`SELECT ${tables.join(' OR ')} AS sealed`, []);
  return row?.sealed === true;
}

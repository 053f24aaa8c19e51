import { describe, expect, it } from '@jest/globals';
import { assertServerFits } from './server-fit.js';
import type { Ask } from './single-connection.js';

const FIT = { major: 18, version: '18.1', encoding: 'UTF8', database: 'headgate', isStandby: false, isReadOnly: false };

describe('a server and a database', () => {
  const judged = (differs: Partial<typeof FIT>) => assertServerFits((() => Promise.resolve([{ ...FIT, ...differs }])) as unknown as Ask);

  it('fit from PostgreSQL 15 on, in UTF-8, where they write', async () => {
    await judged({});
    await judged({ major: 15, version: '15.0' });
  });

  it.each([
    [{ major: 14, version: '14.23' }, /PostgreSQL 14\.23\. Headgate needs 15 or newer/],
    [{ encoding: 'LATIN1' }, /headgate keeps text in LATIN1/],
    [{ encoding: 'SQL_ASCII' }, /keeps text in SQL_ASCII/],
    [{ isStandby: true, isReadOnly: true }, /standby.*DATABASE_REPLICA_URLS/],
    [{ isReadOnly: true }, /default_transaction_read_only/],
  ])('do not fit with %j, and say why', async (differs, reason) => {
    await expect(judged(differs)).rejects.toThrow(reason);
  });
});

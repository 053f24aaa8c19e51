import { describe, expect, it } from '@jest/globals';
import { shortageOfConnections } from './connection-room.js';
import type { Ask } from './single-connection.js';

const USUAL = { role: 'headgate', database: '"Rivers"', isSuper: false, ofRole: -1, ofDatabase: -1, ofServer: 100, reserved: 3 };

describe('an instance that opens up to 30 connections', () => {
  const told = (differs: Partial<typeof USUAL>, poolSize = 20) =>
    shortageOfConnections((() => Promise.resolve([{ ...USUAL, ...differs }])) as unknown as Ask, poolSize);

  it.each([
    [{}],
    [{ ofRole: 30, ofDatabase: 31, ofServer: 33 }],
    [{ isSuper: true, ofRole: 5, ofDatabase: 5 }],
    [{ isSuper: true, ofServer: 30, reserved: 10 }],
  ])('has enough with %j', async (limits) => {
    expect(await told(limits)).toBeNull();
  });

  it.each([
    [{ ofRole: 5 }, 'The role headgate allows 5 connections', 'Run: ALTER ROLE headgate CONNECTION LIMIT 30.'],
    [{ ofRole: 0 }, 'The role headgate allows 0 connections', 'Run: ALTER ROLE headgate CONNECTION LIMIT 30.'],
    [
      { ofRole: 12 },
      'The role headgate allows 12 connections',
      'Run: ALTER ROLE headgate CONNECTION LIMIT 30, or set DATABASE_POOL_SIZE to 2 or less.',
    ],
    [
      { ofRole: 29, ofDatabase: 20 },
      'The database "Rivers" allows 20 connections',
      'Run: ALTER DATABASE "Rivers" CONNECTION LIMIT 30, or set DATABASE_POOL_SIZE to 10 or less.',
    ],
    [{ ofServer: 32 }, 'The server allows 29 connections', 'Raise its max_connections, or set DATABASE_POOL_SIZE to 19 or less.'],
    [{ isSuper: true, ofServer: 29 }, 'The server allows 29 connections', 'Raise its max_connections'],
  ])('says with %j how many there are and what to run', async (limits, allowed, remedy) => {
    const sentence = await told(limits);
    expect(sentence).toContain(
      `${allowed}, and this instance opens up to 30: 20 for requests (DATABASE_POOL_SIZE) and 10 for jobs and locks.`,
    );
    expect(sentence).toContain(remedy);
  });

  it('counts the pool that is configured', async () => {
    expect(await told({ ofRole: 12 }, 2)).toBeNull();
    expect(await told({ ofRole: 12 }, 3)).toContain('opens up to 13');
  });
});

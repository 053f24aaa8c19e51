import { type Ask, onConnection } from './single-connection.js';

/** The message is for the operator: what is in between, and how to set it. */
class SessionsShared extends Error {
  constructor() {
    super(
      'The pooler in front of the database lends one session to several connections. Headgate prepares statements, listens, and holds locks, ' +
        'which belong to a session: set its pool_mode to session, or connect to PostgreSQL itself.',
    );
    this.name = 'SessionsShared';
  }
}

/**
 * Which of two connections asks. They do not take turns, so that a round-robin pooler does not look like one that keeps sessions.
 */
const ORDER = [0, 1, 1, 0, 0, 1] as const;

/**
 * Whether each connection keeps its own session: PgBouncer and similar poolers may lend one only for a transaction or a
 * statement. They lend the one used last, or go round, so two connections that ask for their session soon share one, or
 * get a different one than before.
 * @throws SessionsShared
 */
export async function assertOwnSessions(url: string): Promise<void> {
  await onConnection(url, (first) =>
    onConnection(url, async (second) => {
      const found: [number?, number?] = [];
      for (const asking of ORDER) {
        const session = await sessionOf(asking === 0 ? first : second);
        const before = found[asking];
        found[asking] = session;
        if ((before !== undefined && before !== session) || found[0] === found[1]) throw new SessionsShared();
      }
    }),
  );
}

async function sessionOf(ask: Ask): Promise<number> {
  const [row] = await ask<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return row?.pid ?? 0;
}

import 'reflect-metadata';
import { SqlOrganizations } from '../../dist/src/organizations/adapters/persistence/sql-organizations.js';
import { SqlRivers } from '../../dist/src/rivers/adapters/persistence/sql-rivers.js';
import { SqlSessions } from '../../dist/src/sessions/adapters/persistence/sql-sessions.js';

/** What the service sends to the database for its reads, asked from itself: a copy of the SQL would drift. */
export async function readStatements() {
  const now = new Date();
  return {
    findLive: await firstOf(SqlSessions, (sessions) =>
      sessions.findLive({ userId: 1, sessionId: 1 }, { now, idleSince: now }),
    ),
    riversPage: await firstOf(SqlRivers, (rivers) => rivers.page({ page: 1, limit: 10 })),
    affiliations: await firstOf(SqlOrganizations, (organizations) => organizations.affiliationsOf(1)),
  };
}

async function firstOf(Adapter, ask) {
  const sent = [];
  const session = {
    query: async (statement) => {
      sent.push(statement);
      return [];
    },
  };
  await ask(new Adapter(session));
  return sent[0];
}

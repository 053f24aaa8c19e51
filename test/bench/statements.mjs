import 'reflect-metadata';
import { TypeOrmFactors } from '../../dist/src/mfa/adapters/persistence/typeorm-factors.js';
import { SqlMembers } from '../../dist/src/organizations/adapters/persistence/sql-members.js';
import { TypeOrmOrganizations } from '../../dist/src/organizations/adapters/persistence/typeorm-organizations.js';
import { TypeOrmPromptTemplates } from '../../dist/src/prompt-templates/adapters/persistence/typeorm-prompt-templates.js';
import { SqlRivers } from '../../dist/src/rivers/adapters/persistence/sql-rivers.js';
import { SqlSessions } from '../../dist/src/sessions/adapters/persistence/sql-sessions.js';

/** What the service sends to the database for its reads, asked from itself: a copy of the SQL would drift. */
export async function readStatements() {
  const now = new Date();
  return {
    findLive: await firstOf(SqlSessions, (sessions) => sessions.findLive({ userId: 1, sessionId: 1 }, { now, idleSince: now })),
    riversPage: await firstOf(SqlRivers, (rivers) => rivers.page({ page: 1, limit: 10 })),
    factors: await firstOf(TypeOrmFactors, (factors) => factors.confirmedOf(1)),
    grants: await firstOf(SqlMembers, (members) => members.grantsAt(1, { organizationId: 1 })),
    organization: await firstOf(TypeOrmOrganizations, (organizations) => organizations.find(1)),
    template: await firstOf(TypeOrmPromptTemplates, (templates) => templates.find(1)),
    affiliations: await firstOf(TypeOrmOrganizations, (organizations) => organizations.affiliationsOf(1)),
  };
}

async function firstOf(Adapter, ask) {
  const sent = [];
  const session = {
    repository: () => ({}),
    query: async (statement) => {
      sent.push(statement);
      return [];
    },
  };
  await ask(new Adapter(session, { now: () => new Date() }));
  return sent[0];
}

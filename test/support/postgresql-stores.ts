import { TypeOrmMailedTokens } from '../../src/accounts/adapters/persistence/typeorm-mailed-tokens.js';
import { TypeOrmUsers } from '../../src/accounts/adapters/persistence/typeorm-users.js';
import { ENTITY_SCHEMAS, MIGRATIONS } from '../../src/boot/database.js';
import { SqlDeviceTokens } from '../../src/devices/adapters/persistence/sql-device-tokens.js';
import { TypeOrmActivations } from '../../src/devices/adapters/persistence/typeorm-activations.js';
import { TypeOrmDevices } from '../../src/devices/adapters/persistence/typeorm-devices.js';
import { TypeOrmInvitations } from '../../src/invitations/adapters/persistence/typeorm-invitations.js';
import { SqlCeremonies } from '../../src/mfa/adapters/persistence/sql-ceremonies.js';
import { TypeOrmChallenges } from '../../src/mfa/adapters/persistence/typeorm-challenges.js';
import { TypeOrmFactors } from '../../src/mfa/adapters/persistence/typeorm-factors.js';
import { TypeOrmRecoveryCodes } from '../../src/mfa/adapters/persistence/typeorm-recovery-codes.js';
import { SqlMembers } from '../../src/organizations/adapters/persistence/sql-members.js';
import { SqlProvisionedMembers } from '../../src/organizations/adapters/persistence/sql-provisioned-members.js';
import { TypeOrmOrganizations } from '../../src/organizations/adapters/persistence/typeorm-organizations.js';
import { TypeOrmRoles } from '../../src/organizations/adapters/persistence/typeorm-roles.js';
import { TypeOrmWorkspaces } from '../../src/organizations/adapters/persistence/typeorm-workspaces.js';
import { SqlAuditTrail } from '../../src/audit/adapters/persistence/sql-audit-trail.js';
import { GraphileJobs } from '../../src/platform/jobs/graphile-jobs.js';
import { DELIVER, OutboxMailer } from '../../src/platform/mail/outbox-mailer.js';
import { Logger, createLogger } from '../../src/platform/logging/logger.js';
import { Metrics } from '../../src/platform/metrics/metrics.js';
import { Config } from '../../src/platform/config/config.js';
import { connect } from '../../src/platform/database/connect.js';
import { TypeOrmSession } from '../../src/platform/database/typeorm-session.js';
import { SqlAttemptThrottle } from '../../src/platform/throttle/sql-attempt-throttle.js';
import { SqlGuessMails } from '../../src/sessions/adapters/persistence/sql-guess-mails.js';
import { SqlSessions } from '../../src/sessions/adapters/persistence/sql-sessions.js';
import { Clock } from '../../src/shared/ports/clock.js';
import { SecretBox } from '../../src/shared/ports/secret-box.js';
import type { AuditEvent } from '../../src/shared/ports/audit-trail.js';
import { Jobs } from '../../src/shared/ports/jobs.js';
import { MailReaders } from '../../src/shared/ports/mailer.js';
import { NamedReaders, type ReadMail } from './plain-mail.js';
import type { StoresUnderTest, Written } from '../contracts/stores.js';
import { createTestDatabase } from './database.js';
import { FixedClock } from './fixed-clock.js';
import { Wiring } from './wiring.js';

/** Seals nothing, but opens only what was sealed for the same place. */
const UNSEALED: SecretBox = {
  seal: (plain: Uint8Array, context: string) => `${context}|${Buffer.from(plain).toString('base64')}`,
  isStale: () => false,
  open: (sealed: string, context: string) => {
    if (!sealed.startsWith(`${context}|`)) throw new Error('Sealed for another place.');
    return Buffer.from(sealed.slice(context.length + 1), 'base64');
  },
};

const EVENTS = `SELECT action, outcome, actor_user_id AS "actorUserId", detail FROM audit_events ORDER BY id`;
const MAILS = 'SELECT recipient AS to, subject, body_sealed AS text FROM outbox_mails ORDER BY id';
const JOBS = `SELECT t.identifier AS name, j.payload
   FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
  WHERE t.identifier <> '${DELIVER}' ORDER BY j.id`;

const WAITING = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/** The adapters alone, on a database of their own: no HTTP, and nothing else of the application. */
export async function postgresqlStores(): Promise<StoresUnderTest> {
  const database = await createTestDatabase();
  const settings = { url: database.url, poolSize: 8, patienceMs: 15_000, onPoolError: () => undefined };
  const dataSource = await connect({ ...settings, entities: ENTITY_SCHEMAS, migrations: MIGRATIONS });
  const clock = new FixedClock();
  const session = new TypeOrmSession(dataSource);
  // Those of the template were sealed by the application that made it.
  await session.execute('DELETE FROM application_secrets');
  const wiring = new Wiring()
    .answer(TypeOrmSession, session)
    .answer(Clock, clock)
    .answer(SecretBox, UNSEALED)
    .answer(Config, { rateLimitMultiplier: 1 })
    .answer(Metrics, new Metrics())
    .answer(Logger, createLogger('silent'))
    .answer(MailReaders, new NamedReaders())
    .answerBy(Jobs, GraphileJobs);
  return {
    stores: {
      clock,
      unitOfWork: session,
      isAnyoneWaiting: async () => (await session.query(WAITING)).length > 0,
      trail: wiring.make(SqlAuditTrail),
      mailer: wiring.make(OutboxMailer),
      jobs: wiring.make(GraphileJobs),
      written: async () => {
        const mails = await session.query<ReadMail & object>(MAILS);
        return {
          events: await session.query<AuditEvent>(EVENTS),
          mails: mails.map((mail) => ({ ...mail, text: Buffer.from(mail.text.split('|')[1] ?? '', 'base64').toString() })),
          jobs: await session.query<Written['jobs'][number]>(JOBS),
        };
      },
      throttle: wiring.make(SqlAttemptThrottle),
      users: wiring.make(TypeOrmUsers),
      mailedTokens: wiring.make(TypeOrmMailedTokens),
      sessions: wiring.make(SqlSessions),
      guessMails: wiring.make(SqlGuessMails),
      factors: wiring.make(TypeOrmFactors),
      recoveryCodes: wiring.make(TypeOrmRecoveryCodes),
      challenges: wiring.make(TypeOrmChallenges),
      ceremonies: wiring.make(SqlCeremonies),
      devices: wiring.make(TypeOrmDevices),
      deviceTokens: wiring.make(SqlDeviceTokens),
      activations: wiring.make(TypeOrmActivations),
      organizations: wiring.make(TypeOrmOrganizations),
      roles: wiring.make(TypeOrmRoles),
      members: wiring.make(SqlMembers),
      provisioned: wiring.make(SqlProvisionedMembers),
      workspaces: wiring.make(TypeOrmWorkspaces),
      invitations: wiring.make(TypeOrmInvitations),
    },
    close: async () => {
      await dataSource.destroy();
      await database.drop();
    },
  };
}

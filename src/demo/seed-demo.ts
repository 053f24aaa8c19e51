import type { INestApplicationContext } from '@nestjs/common';
import { type PreparedAccount, RegisterUser } from '../accounts/application/register-user.js';
import { RegisterDataSource } from '../data-sources/application/register-data-source.js';
import { SAMPLE_DATABASE, SAMPLE_HOST } from '../data-sources/domain/data-source.js';
import { ImportTotp } from '../mfa/application/import-totp.js';
import { AddMember } from '../organizations/application/add-member.js';
import { FoundOrganization } from '../organizations/application/found-organization.js';
import { TypeOrmSession } from '../platform/database/typeorm-session.js';
import { RegisterTemplate } from '../prompt-templates/application/register-template.js';
import { Logger } from '../platform/logging/logger.js';
import { EnterClient } from '../agents/application/enter-client.js';
import { EnterScimToken } from '../scim/application/enter-scim-token.js';
import { VouchForDomain } from '../sso/application/vouch-for-domain.js';
import {
  DEMO_CLIENT,
  DEMO_NAMES,
  DEMO_ORGANIZATIONS,
  DEMO_SCIM_TOKEN,
  DEMO_TOTP,
  DEMO_USERS,
  type DemoSecrets,
  type DemoUser,
  emailOf,
} from './demo-data.js';
import { DEMO_TEMPLATES } from './demo-templates.js';
import { makeSampleDatabase } from './sample-database/sample-database.js';
import { makeSampleReader } from './sample-database/sample-reader.js';

export interface FoundedOrganization {
  readonly id: number;
  readonly ownerUserId: number;
  readonly dataSourceId: number | null;
}

const SEED_LOCK = 4_712_026_003;

/**
 * Fills an installation that has no account yet, through the same use cases that everything else goes through.
 * All in one transaction: a start that dies half-way leaves nothing behind. Raw: it asks under a lock, before any context does.
 * @returns the organizations by their names; `null` if there were accounts already
 */
export async function seedDemo(
  app: INestApplicationContext,
  databaseUrl: string,
  secrets: DemoSecrets,
): Promise<ReadonlyMap<string, FoundedOrganization> | null> {
  const session = app.get(TypeOrmSession);
  const isEmpty = async (): Promise<boolean> => (await session.query('SELECT 1 FROM users LIMIT 1')).length === 0;
  if (!(await isEmpty())) return null;
  // Beforehand: no transaction can create a database, and none should wait for hashes.
  const [hasSample, accounts] = await Promise.all([
    makeSampleDatabase(databaseUrl),
    prepareAccounts(app.get(RegisterUser), secrets.password),
  ]);
  if (!hasSample) app.get(Logger).warn({}, 'no data source 1: the account of DATABASE_URL may not create databases and roles');
  return session.run(async () => {
    await session.query('SELECT pg_advisory_xact_lock($1)', [SEED_LOCK]);
    if (!(await isEmpty())) return null;
    const userIds = await registerUsers(app.get(RegisterUser), accounts);
    const organizations = await foundOrganizations(app, userIds, hasSample ? await makeSampleReader(session) : null);
    await publishTemplates(app.get(RegisterTemplate), organizations);
    const factor = { userId: idOf(DEMO_TOTP.user, userIds), name: 'Authenticator app', secret: secrets.totp };
    await app.get(ImportTotp).execute(factor);
    await enterScimToken(app.get(EnterScimToken), organizations, secrets.scimToken);
    await app.get(EnterClient).execute({ ...DEMO_CLIENT, organizationId: placeOf(DEMO_SCIM_TOKEN.organization, organizations).id }, null);
    return organizations;
  });
}

function prepareAccounts(registerUser: RegisterUser, password: string): Promise<readonly (readonly [DemoUser, PreparedAccount])[]> {
  const prepare = (username: DemoUser): Promise<PreparedAccount> =>
    registerUser.prepare({
      username,
      email: emailOf(username),
      displayName: DEMO_NAMES[username],
      password,
      isSystemAdmin: username === 'sysadmin',
    });
  return Promise.all(DEMO_USERS.map(async (username) => [username, await prepare(username)] as const));
}

/** One after the other, so that everyone has the same id in every installation. */
async function registerUsers(
  registerUser: RegisterUser,
  accounts: readonly (readonly [DemoUser, PreparedAccount])[],
): Promise<ReadonlyMap<DemoUser, number>> {
  const ids = new Map<DemoUser, number>();
  for (const [username, prepared] of accounts) ids.set(username, (await registerUser.add(prepared)).id);
  return ids;
}

async function foundOrganizations(
  app: INestApplicationContext,
  userIds: ReadonlyMap<DemoUser, number>,
  reader: { username: string; password: string } | null,
): Promise<ReadonlyMap<string, FoundedOrganization>> {
  const founded = new Map<string, FoundedOrganization>();
  for (const { owner, members, dataSource, ...organization } of DEMO_ORGANIZATIONS) {
    const ownerUserId = idOf(owner, userIds);
    const { id } = await app.get(FoundOrganization).execute({ ...organization, ownerUserId, actorUserId: null });
    await app.get(VouchForDomain).execute({ organizationId: id, domain: organization.domain });
    for (const username of DEMO_USERS) {
      const role = members[username];
      if (role === undefined) continue;
      await app.get(AddMember).execute({ organizationId: id, userId: idOf(username, userIds), role, actorUserId: null });
    }
    founded.set(organization.name, { id, ownerUserId, dataSourceId: null });
    if (reader === null) continue;
    const { source } = await app.get(RegisterDataSource).execute({
      organizationId: id,
      workspaceId: null,
      name: dataSource,
      engine: 'postgresql',
      connection: { host: SAMPLE_HOST, database: SAMPLE_DATABASE, ...reader },
      caller: null,
    });
    founded.set(organization.name, { id, ownerUserId, dataSourceId: source.id });
  }
  return founded;
}

/** Without the sample database they are for any data source that the organization gets. */
async function publishTemplates(
  registerTemplate: RegisterTemplate,
  organizations: ReadonlyMap<string, FoundedOrganization>,
): Promise<void> {
  for (const { organization, ...given } of DEMO_TEMPLATES) {
    const { id: organizationId, ownerUserId: actorUserId, dataSourceId } = placeOf(organization, organizations);
    await registerTemplate.execute({
      organizationId,
      workspaceId: null,
      given: { ...given, compatibleDataSourceIds: dataSourceId === null ? [] : [dataSourceId] },
      isPublic: false,
      publishedAs: 'First version',
      author: null,
      actorUserId,
    });
  }
}

async function enterScimToken(
  enterToken: EnterScimToken,
  organizations: ReadonlyMap<string, FoundedOrganization>,
  text: string,
): Promise<void> {
  const { organization, name } = DEMO_SCIM_TOKEN;
  const place = placeOf(organization, organizations);
  const approval = { upTo: 'owner', by: place.ownerUserId } as const;
  const given = { name, text, scopes: ['read', 'write'], approval } as const;
  await enterToken.execute({ organizationId: place.id, ...given, actorUserId: place.ownerUserId });
}

function idOf(username: DemoUser, userIds: ReadonlyMap<DemoUser, number>): number {
  const id = userIds.get(username);
  if (id === undefined) throw new Error(`The demo user ${username} was not registered.`);
  return id;
}

function placeOf(name: string, organizations: ReadonlyMap<string, FoundedOrganization>): FoundedOrganization {
  const place = organizations.get(name);
  if (place === undefined) throw new Error(`The demo organization ${name} was not founded.`);
  return place;
}

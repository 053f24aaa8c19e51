import type { INestApplicationContext } from '@nestjs/common';
import { ChangeColumnTag } from '../abac/application/change-column-tag.js';
import { CreateDataPolicy } from '../abac/application/create-data-policy.js';
import { RegisterUser } from '../accounts/application/register-user.js';
import { RunningDiscoveries } from '../catalog/application/running-discoveries.js';
import { CreateEntry } from '../knowledge/application/create-entry.js';
import { AddMember } from '../organizations/application/add-member.js';
import type { Caller } from '../shared/caller.js';
import { Clock } from '../shared/ports/clock.js';
import { DEMO_ORGANIZATIONS, SECOND_OWNER, emailOf } from './demo-data.js';
import type { FoundedOrganization } from './seed-demo.js';

const SHOWN = 'Delta Analytics';

const TAG = { schema: 'hydrology', relation: 'rivers', column: 'average_discharge_m3s', tag: 'confidential' };

const DATA_POLICY = {
  name: 'Discharge is confidential',
  description: 'A draft, which hides nothing. Preview it as vera, then activate it: she no longer sees how much water a river carries.',
  appliesWhen: 'principal.roles.contains("viewer")',
  rules: [{ kind: 'tag', tag: TAG.tag, effect: 'deny' }],
} as const;

const KNOWLEDGE = [
  {
    kind: 'glossary_term',
    name: 'discharge',
    definition: 'How much water a river carries at its mouth, in cubic metres a second, averaged over years.',
    synonyms: ['flow', 'runoff'],
    sql: 'avg(average_discharge_m3s)',
  },
  {
    kind: 'glossary_term',
    name: 'tributary',
    definition: 'A river whose tributary_of is not null: it flows into another river of the table.',
    synonyms: ['affluent'],
    sql: null,
  },
  {
    kind: 'verified_pair',
    name: 'How many tributaries does the Danube have?',
    definition: null,
    synonyms: [],
    sql: "SELECT count(*) AS tributaries FROM hydrology.rivers t JOIN hydrology.rivers r ON r.id = t.tributary_of WHERE r.name = 'Danube'",
  },
  {
    kind: 'verified_pair',
    name: 'Which basins drain to the Black Sea?',
    definition: null,
    synonyms: [],
    sql: "SELECT name, area_km2 FROM hydrology.basins WHERE receiving_water = 'Black Sea' ORDER BY area_km2 DESC NULLS LAST, name",
  },
] as const;

/**
 * Gives the pages something to show: a second owner, the schemas of the sample database, and for one organization a glossary, verified pairs, a tag and a
 * draft that hides a column. It calls the use cases of the pages, as the owner.
 */
export async function furnishDemo(
  app: INestApplicationContext,
  organizations: ReadonlyMap<string, FoundedOrganization>,
  password: string,
): Promise<void> {
  await addSecondOwner(app, organizations, password);
  for (const [name, { id, ownerUserId, dataSourceId }] of organizations) {
    if (dataSourceId === null) continue;
    await (
      await app.get(RunningDiscoveries).join(dataSourceId, null, ownerUserId)
    ).outcome;
    if (name !== SHOWN) continue;
    const caller = ownerOf(name, ownerUserId, app.get(Clock).now());
    for (const { kind, ...content } of KNOWLEDGE) await app.get(CreateEntry).execute({ caller, dataSourceId, kind, content });
    await app.get(ChangeColumnTag).execute(caller, dataSourceId, TAG, 'set');
    await app.get(CreateDataPolicy).execute(caller, id, { ...DATA_POLICY, dataSourceId });
  }
}

async function addSecondOwner(
  app: INestApplicationContext,
  organizations: ReadonlyMap<string, FoundedOrganization>,
  password: string,
): Promise<void> {
  const { organization, ...account } = SECOND_OWNER;
  const place = organizations.get(organization);
  if (place === undefined) return;
  const { id: userId } = await app.get(RegisterUser).execute({ ...account, password, isSystemAdmin: false });
  await app.get(AddMember).execute({ organizationId: place.id, userId, role: 'owner', actorUserId: null });
}

/** Like all demo data, it is made without a session. */
function ownerOf(organization: string, userId: number, authenticatedAt: Date): Caller {
  const owner = DEMO_ORGANIZATIONS.find(({ name }) => name === organization)?.owner;
  if (owner === undefined) throw new Error(`The demo has no organization ${organization}.`);
  const proofs = { amr: ['pwd'], acr: 'aal1', authenticatedAt, mfaAt: null, deviceId: null, ssoConnectionId: null } as const;
  return { userId, sessionId: 0, username: owner, email: emailOf(owner), isSystemAdmin: false, ...proofs };
}

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Resources } from '../../src/scim/application/ports/resources.js';
import type { JsonObject } from '../../src/engines/scim-protocol/json.js';
import type { ResourceTypeName } from '../../src/engines/scim-protocol/schema/resource-type.js';
import { keysOf } from '../../src/scim/domain/resource-keys.js';
import { type ScimClient, scimClient } from '../support/scim.js';
import { type TestApp, startTestApp } from '../support/test-app.js';

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const CORE = 'urn:ietf:params:scim:schemas:core:2.0:User';
const BASE = '/scim/v2';

describe('filters over what the tables hold', () => {
  let app: TestApp;
  let scim: ScimClient;
  const ids = new Map<string, string>();
  const idOf = (name: string): string => ids.get(name) ?? name;

  async function enter(type: ResourceTypeName, name: string, more: JsonObject = {}, organizationId = 1): Promise<void> {
    const attributes = { [type === 'User' ? 'userName' : 'displayName']: name, ...more };
    const at = new Date(Date.UTC(2026, 0, 1 + ids.size, 0, 0, 0, 500));
    const id = randomUUID();
    await app.app.get(Resources).add(
      {
        id,
        organizationId,
        type,
        userId: null,
        attributes,
        version: ids.size + 1,
        createdAt: at,
        lastModifiedAt: at,
      },
      keysOf(type, attributes),
    );
    ids.set(name, id);
  }

  async function join(group: string, ...members: string[]): Promise<void> {
    for (const member of members)
      await app.dataSource.query(
        'INSERT INTO scim_group_members (organization_id, group_id, member_id) SELECT organization_id, $1, $2 FROM scim_resources WHERE id = $1',
        [idOf(group), idOf(member)],
      );
  }

  /** `{name}` stands for the id of that resource. */
  async function found(endpoint: string, filter: string): Promise<unknown> {
    const text = filter.replace(/\{(\w+)\}/g, (_, name: string) => idOf(name));
    const answer = await scim.get(`/${endpoint}?${new URLSearchParams({ filter: text }).toString()}`);
    if (answer.status !== 200) return [answer.status, answer.body.scimType];
    const { Resources: resources } = answer.body as { Resources: { userName?: string; displayName: string }[] };
    return resources.map(({ userName, displayName }) => userName ?? displayName).sort();
  }

  beforeAll(async () => {
    app = await startTestApp();
    scim = await scimClient(app, 1);
    await app.dataSource.query('DELETE FROM scim_resources WHERE organization_id = 1');
    await enter('User', 'Ann', {
      displayName: 'Ann Boss',
      shoeSize: 38,
      isPilot: true,
      colours: ['Red', 'blue'],
      badges: [{ Code: 'X1', level: 3 }],
      'urn:example:2.0:User': { tier: 'Gold' },
      name: { formatted: 'İstanbul' },
      title: 'Cafe\u0301',
    });
    await enter('User', 'ben', {
      [ENTERPRISE]: { manager: { value: idOf('Ann') }, department: 'R&D' },
      emails: [
        { value: 'ben@x.example', type: 'work', primary: true },
        { value: 'ben@home.example', type: 'home' },
      ],
      active: false,
      nickName: '_%\\',
    });
    await enter('User', 'cleo', {
      [ENTERPRISE]: { manager: { value: 'nobody' } },
      emails: [{ value: 'cleo@x.example' }],
    });
    await enter('User', 'dan', { name: {}, emails: [], active: true });
    await enter('Group', 'Inner', { externalId: 'G-1' });
    await enter('Group', 'Outer');
    await enter('Group', 'Circle');
    await enter('Group', 'Empty');
    await enter('User', 'stranger', { title: 'Café' }, 2);
    await enter('Group', 'Strangers', {}, 2);
    await join('Inner', 'Ann', 'ben');
    await join('Outer', 'Inner', 'cleo');
    await join('Circle', 'Outer');
    await join('Inner', 'Circle');
    await join('Strangers', 'stranger');
  });
  afterAll(() => app.close());

  const REFUSED = [400, 'invalidFilter'];

  describe('users', () => {
    it.each<[string, unknown]>([
      // Managers (Entra ID checks references by the bare name).
      ['manager eq "{Ann}"', ['ben']],
      ['id eq "{ben}" and manager eq "{Ann}"', ['ben']],
      ['id eq "{cleo}" and manager eq "{Ann}"', []],
      [`${ENTERPRISE}:manager.value eq "{Ann}"`, ['ben']],
      [`${ENTERPRISE}:manager eq "nobody"`, ['cleo']],
      ['manager.displayName eq "ann boss"', ['ben']],
      ['manager.displayName sw "ANN"', ['ben']],
      ['manager.displayName pr', ['ben']],
      ['manager.$ref ew "/Users/{Ann}"', ['ben']],
      ['manager pr', ['ben', 'cleo']],
      [`${ENTERPRISE} pr`, ['ben', 'cleo']],
      [`${ENTERPRISE}[department eq "r&d"]`, ['ben']],
      // Groups, also those of groups; the three are in a circle.
      ['groups eq "{Inner}"', ['Ann', 'ben', 'cleo']],
      ['groups.value eq "{Outer}"', ['Ann', 'ben', 'cleo']],
      ['groups eq "{Strangers}"', []],
      ['groups.display eq "outer"', ['Ann', 'ben', 'cleo']],
      ['groups.display co "strang"', []],
      ['groups[value eq "{Inner}" and type eq "direct"]', ['Ann', 'ben']],
      ['groups[value eq "{Inner}" and type eq "indirect"]', ['cleo']],
      ['groups[display eq "Outer" and type eq "indirect"]', ['Ann', 'ben']],
      ['groups.type eq "direct"', ['Ann', 'ben', 'cleo']],
      ['groups pr', ['Ann', 'ben', 'cleo']],
      ['not (groups pr)', ['dan']],
      ['groups.$ref ew "/Groups/{Outer}"', ['Ann', 'ben', 'cleo']],
      ['groups.nothing pr', []],
      // Attributes that no schema knows.
      ['shoeSize eq 38', ['Ann']],
      ['shoeSize gt 37.5', ['Ann']],
      ['shoeSize eq "38"', []],
      ['shoeSize lt 38', []],
      ['shoeSize co "3"', []],
      ['isPilot eq true', ['Ann']],
      ['isPilot eq "true"', []],
      ['isPilot gt true', REFUSED],
      ['shoeSize co 3', REFUSED],
      ['colours eq "BLUE"', ['Ann']],
      ['colours ew "ed"', ['Ann']],
      ['badges.code eq "x1"', ['Ann']],
      ['badges[code eq "x1" and level ge 3]', ['Ann']],
      ['badges[code eq "x1" and level gt 3]', []],
      ['urn:example:2.0:User:tier eq "gold"', ['Ann']],
      ['URN:EXAMPLE:2.0:USER:TIER sw "G"', ['Ann']],
      ['schemas eq "urn:example:2.0:user"', ['Ann']],
      ['schemas co "example"', ['Ann']],
      // Presence: what is empty is not there.
      ['name pr', ['Ann']],
      ['emails pr', ['ben', 'cleo']],
      ['nothing pr', []],
      ['emails.type pr', ['ben']],
      ['active pr', ['ben', 'dan']],
      ['emails eq null', ['Ann', 'dan']],
      ['meta pr', ['Ann', 'ben', 'cleo', 'dan']],
      ['title gt null', REFUSED],
      // Truth values.
      ['active eq "False"', ['ben']],
      ['active ne true', ['Ann', 'ben', 'cleo']],
      ['emails[primary eq "True"]', ['ben']],
      ['active eq 1', REFUSED],
      ['active co "tr"', REFUSED],
      ['active eq "yes"', REFUSED],
      // Text: one form of Unicode, wildcards as themselves, what no text can hold.
      ['title eq "Café"', ['Ann']],
      ['title eq "CAFE\\u0301"', ['Ann']],
      ['name.formatted eq "İSTANBUL"', ['Ann']],
      ['nickName eq "_%\\\\"', ['ben']],
      ['nickName sw "%"', []],
      ['nickName co "_%"', ['ben']],
      ['nickName co "%_"', []],
      ['userName co "_"', []],
      ['userName sw "%"', []],
      ['nickName ew "\\\\"', ['ben']],
      ['title eq "a\\u0000b"', []],
      ['title co "\\u0000"', []],
      ['title gt "\\ud800"', []],
      ['emails[value eq "\\u0000"]', []],
      ['emails[not (value eq "\\udfff")]', ['ben', 'cleo']],
      ['userName co "\'; DROP TABLE scim_resources; --"', []],
      ['userName eq "$1"', []],
      ['userName eq 5', REFUSED],
      ['name eq "x"', REFUSED],
      // One of several values has to meet all of it.
      ['emails.value ne "ben@x.example"', ['ben', 'cleo']],
      ['not (emails.value eq "ben@x.example") and emails pr', ['cleo']],
      ['emails[type ne "work"]', ['ben', 'cleo']],
      ['emails[type eq "work"].value eq "BEN@X.example"', ['ben']],
      ['emails[type eq "work"].value ne "ben@x.example"', []],
      ['emails[type eq "home"].value eq "ben@x.example"', []],
      ['emails[type eq "home" or value co "cleo"]', ['ben', 'cleo']],
      // Columns.
      ['id eq "{ANN}"', []],
      ['id co "-4"', ['Ann', 'ben', 'cleo', 'dan']],
      ['id ne "{Ann}" and id ne "{ben}"', ['cleo', 'dan']],
      ['userName ge "BEN" and userName lt "d"', ['ben', 'cleo']],
      ['externalId pr', []],
      ['externalId eq null', ['Ann', 'ben', 'cleo', 'dan']],
      ['meta.version eq "W/\\"2\\""', ['ben']],
      ['meta.version eq "2"', []],
      ['meta.created eq "2026-01-02T00:00:00.500Z"', ['ben']],
      ['meta.created eq "2026-01-02T00:00:00.5Z"', ['ben']],
      ['meta.created eq "2026-01-02T02:00:00.500+02:00"', ['ben']],
      ['meta.created le "2026-01-02T00:00:00.500"', ['Ann', 'ben']],
      ['meta.created sw "2026-01-02"', ['ben']],
      ['meta[created ge "2026-01-03T00:00:00Z" and resourceType eq "User"]', ['cleo', 'dan']],
      ['meta.created gt "0001-01-01T00:00:00+14:00"', ['Ann', 'ben', 'cleo', 'dan']],
      ['meta.created lt "9999-12-31T23:59:59-14:00"', ['Ann', 'ben', 'cleo', 'dan']],
      ['meta.created gt "0000-01-01T00:00:00Z"', REFUSED],
      ['meta.created gt "2026-13-01T00:00:00Z"', REFUSED],
      ['meta.created gt "2026-01-01"', REFUSED],
      ['meta.created gt 5', REFUSED],
      ['meta.location ew "/Users/{ben}"', ['ben']],
      [`meta.location co "${BASE}/Groups/"`, []],
      [`${CORE}:userName eq "ANN"`, ['Ann']],
      ['password pr', []],
      ['members pr', []],
    ])('%s', async (filter, expected) => expect(await found('Users', filter)).toEqual(expected));
  });

  describe('groups', () => {
    it.each<[string, unknown]>([
      ['members eq "{ben}"', ['Inner']],
      ['members.value eq "{cleo}"', ['Outer']],
      ['id eq "{Inner}" and members eq "{ben}"', ['Inner']],
      ['id eq "{Outer}" and members eq "{ben}"', []],
      ['members eq "{stranger}"', []],
      ['members eq "no id"', []],
      ['members ne "{ben}"', ['Circle', 'Inner', 'Outer']],
      ['not (members eq "{ben}")', ['Circle', 'Empty', 'Outer']],
      ['members[value eq "{Inner}" and type eq "Group"]', ['Outer']],
      ['members[value eq "{Inner}" and type eq "User"]', []],
      ['members[not (type eq "group")]', ['Inner', 'Outer']],
      ['members.type eq "user"', ['Inner', 'Outer']],
      ['members.display eq "ann boss"', ['Inner']],
      ['members.display sw "OUT"', ['Circle']],
      ['members.$ref ew "/Users/{ben}"', ['Inner']],
      ['members pr', ['Circle', 'Inner', 'Outer']],
      ['members.display pr', ['Circle', 'Inner', 'Outer']],
      ['members eq null', ['Empty']],
      ['externalId eq "G-1"', ['Inner']],
      ['externalId eq "g-1"', []],
      ['displayName eq "INNER" or members eq "{cleo}"', ['Inner', 'Outer']],
      ['displayName eq "Strangers"', []],
      ['manager eq "{Ann}"', []],
    ])('%s', async (filter, expected) => expect(await found('Groups', filter)).toEqual(expected));
  });

  it('shows groups of groups as indirect, each once, although they are in a circle', async () => {
    const { body } = await scim.get(`/Users/${idOf('cleo')}`);
    const groups = body.groups as { display: string; type: string }[];
    expect(groups.map(({ display, type }) => `${display} ${type}`)).toEqual(['Circle indirect', 'Inner indirect', 'Outer direct']);
  });

  it('shows a manager whom the organization has, and sends back another as it came', async () => {
    const managerOf = async (name: string): Promise<unknown> => (await scim.get(`/Users/${idOf(name)}`)).body[ENTERPRISE].manager;
    expect(await managerOf('ben')).toMatchObject({ value: idOf('Ann'), displayName: 'Ann Boss' });
    expect(await managerOf('cleo')).toEqual({ value: 'nobody' });
  });

  it('takes a thousand conditions, and as many brackets as it reads', async () => {
    const names = Array.from({ length: 999 }, (_, index) => `userName eq "u${index}"`).join(' or ');
    const search = (filter: string): ReturnType<ScimClient['post']> =>
      scim.post('/Users/.search', { schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'], filter });
    expect((await search(`${names} or userName eq "ann"`)).body.totalResults).toBe(1);
    expect((await search(`${'not ('.repeat(40)}userName eq "ann"${')'.repeat(40)}`)).body.totalResults).toBe(1);
    expect((await search(`${'('.repeat(60)}userName eq "ann"${')'.repeat(60)}`)).status).toBe(400);
  });
});

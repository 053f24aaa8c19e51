import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RegisterUser } from '../../src/accounts/application/register-user.js';
import { GROUP_SCHEMA } from '../../src/engines/scim-protocol/schema/urns.js';
import { accountOf, person, replacing, work } from '../support/people.js';
import { type ScimClient, scimClient } from '../support/scim.js';
import { type TestApp, startTestApp } from '../support/test-app.js';

/** Cyrillic letters that look Latin. */
const [A, COCO] = ['\u0430', '\u0441\u043e\u0441\u043e'];

describe('a name that looks like another one', () => {
  let app: TestApp;
  let scim: ScimClient;
  beforeAll(async () => {
    app = await startTestApp({ environment: { RATE_LIMIT_MULTIPLIER: '1000' } });
    scim = await scimClient(app, 1);
  });
  afterAll(() => app.close());

  const register = async (username: string): Promise<string> => {
    try {
      const email = `${encodeURIComponent(username).replaceAll('%', '')}.${Date.now()}@names.example`;
      const input = { username, email, password: 'a heron stands in shallow water', isSystemAdmin: false };
      await app.app.get(RegisterUser, { strict: false }).execute(input);
      return 'taken';
    } catch (error) {
      return (error as Error).constructor.name;
    }
  };

  describe('of an account', () => {
    it('is refused where it mixes scripts, whoever is there already', async () => {
      expect(await register(`${A}dam`)).toBe('ValidationFailed');
      expect(await register(`${A}nyone`)).toBe('ValidationFailed');
    });

    it('is refused after the one that it looks like, and before it', async () => {
      expect([await register('coco'), await register(COCO)]).toEqual(['taken', 'NameTaken']);
      expect([await register('\u043e\u0440\u0430'), await register('opa')]).toEqual(['taken', 'NameTaken']);
    });

    it('is none where a script is only foreign', async () => {
      expect(await register('\u0430\u0434\u0430\u043c')).toBe('taken');
      expect(await register('\u7530\u4e2dtanaka')).toBe('taken');
    });

    it('gives way to the address where a directory sends it', async () => {
      for (const userName of [`${A}lma`, COCO]) {
        const address = `lookalike${userName.length}${userName.charCodeAt(3)}@delta.example`;
        expect((await scim.post('/Users', person(userName, work(address)))).status).toBe(201);
        expect(await accountOf(app, address)).toMatchObject({ username: address });
      }
    });
  });

  describe.each([
    ['/Users', (name: string) => person(name)],
    ['/Groups', (displayName: string) => ({ schemas: [GROUP_SCHEMA], displayName })],
  ])('of a resource at %s', (path, body) => {
    it.each([
      ['a space at the end', 'river team '],
      ['a space before it', ' river team'],
      ['a no-break space', 'river\u00a0team'],
      ['an ideographic space', 'river\u3000team'],
      ['a zero-width space', 'river team\u200b'],
      ['a zero-width joiner', 'ri\u200dver team'],
      ['a byte order mark', '\ufeffriver team'],
      ['full-width letters', '\uff32iver team'],
      ['a Cyrillic letter', `river te${A}m`],
      ['capitals', 'RIVER TEAM'],
    ])('is a 409 with %s', async (_, twin) => {
      await scim.post(path, body('river team'));
      const answer = await scim.post(path, body(twin));
      expect([answer.status, answer.body.scimType]).toEqual([409, 'uniqueness']);
      const { body: other } = await scim.post(path, body(`other of ${twin.length} ${twin.charCodeAt(0)} ${Math.random()}`));
      const name = path === '/Users' ? 'userName' : 'displayName';
      expect((await scim.patch(`${path}/${other.id}`, replacing({ [name]: twin }))).status).toBe(409);
    });

    it('is none for names that look different, and what was sent is what is shown', async () => {
      for (const name of ['river teams', 'Teams ', '\u55b6\u696d Sales', '\u041e\u0442\u0434\u0435\u043b IT']) {
        const answer = await scim.post(path, body(name));
        expect([answer.status, answer.body.userName ?? answer.body.displayName]).toEqual([201, name]);
      }
    });

    it('is no name where nothing of it is seen', async () => {
      expect((await scim.post(path, body('\u200b\u2060'))).status).toBe(400);
    });
  });
});

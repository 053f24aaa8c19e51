import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { DecisionPoint } from '../../src/abac/application/ports/decision-point.js';
import { CAST, POINTS } from '../support/authzen-fixture.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

type Name = keyof typeof CAST;

/** What the working group of OpenID AuthZEN publishes for its interoperability events: each request, and the answer to it. */
describe('the interoperability scenarios of AuthZEN', () => {
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await startTestApp({ environment: { RATE_LIMIT_MULTIPLIER: '1000000' } });
    token = (await logIn(app.http, 'adam')).accessToken;
  });
  afterAll(() => app.close());

  const answer = async (path: string, body: object) => {
    const { status, body: answered } = await app.http.post(`/access/v1/${path}`, body, { token });
    expect([path, status]).toEqual([path, 200]);
    return answered;
  };
  const decisionOn = async (subject: object, action: string, resource: object): Promise<string> =>
    (await answer('evaluation', { subject, action: { name: action }, resource })).decision === true ? 'Y' : 'N';
  const within = (name: keyof typeof POINTS): void => {
    beforeAll(() => {
      const point = app.app.get(DecisionPoint, { strict: false });
      jest.spyOn(point, 'decide').mockImplementation(POINTS[name].decide);
      jest.spyOn(point, 'subjects').mockImplementation(POINTS[name].subjects);
      jest.spyOn(point, 'resources').mockImplementation(POINTS[name].resources);
      jest.spyOn(point, 'actionsOn').mockImplementation(POINTS[name].actionsOn);
    });
    afterAll(() => {
      jest.restoreAllMocks();
    });
  };

  describe('todos', () => {
    within('todos');
    const todoOf = (name: Name) => ({
      type: 'todo',
      id: `7240d0db-8ff0-41ec-98b2-34a096273b9${CAST[name].todo}`,
      properties: { ownerID: CAST[name].email },
    });
    const user = (id: string) => ({ type: 'user', id });
    const any = { type: 'todo', id: 'todo-1' };

    /** In the published order: read beth, read oneself, list, create, update rick's and one's own, delete rick's and one's own. */
    it.each<[Name, string]>([
      ['rick', 'YYYYYYYY'],
      ['morty', 'YYYYNYNY'],
      ['summer', 'YYYYNYNY'],
      ['beth', 'YYYNNNNN'],
      ['jerry', 'YYYNNNNN'],
    ])('decides the published requests of %s', async (name, expected) => {
      // The published requests of rick are about a todo of morty in place of a second one of his own.
      const own = todoOf(name === 'rick' ? 'morty' : name);
      const asked: (readonly [string, object])[] = [
        ['can_read_user', user(CAST.beth.email)],
        ['can_read_user', user(CAST[name].email)],
        ['can_read_todos', any],
        ['can_create_todo', any],
        ['can_update_todo', todoOf('rick')],
        ['can_update_todo', own],
        ['can_delete_todo', todoOf('rick')],
        ['can_delete_todo', own],
      ];
      let decided = '';
      for (const [action, resource] of asked) decided += await decisionOn(user(CAST[name].id), action, resource);
      expect(decided).toBe(expected);
    });

    it.each<[Name, Name, boolean[]]>([
      ['rick', 'jerry', [true, true]],
      ['morty', 'morty', [false, true]],
      ['jerry', 'jerry', [false, false]],
    ])('decides the published batch of %s', async (name, other, expected) => {
      const evaluations = [{ resource: todoOf('rick') }, { resource: todoOf(other) }];
      const body = { subject: user(CAST[name].id), action: { name: 'can_update_todo' }, evaluations };
      expect(await answer('evaluations', body)).toEqual({ evaluations: expected.map((decision) => ({ decision })) });
    });

    /** In the published order: read a person, list, create, update, delete; the gateway knows no owner of a todo. */
    it.each<[Name, string]>([
      ['rick', 'YYYYY'],
      ['morty', 'YYYYY'],
      ['summer', 'YYYYY'],
      ['beth', 'YYNNN'],
      ['jerry', 'YYNNN'],
    ])('decides what a gateway in front asks about routes for %s', async (name, expected) => {
      let decided = '';
      for (const [method, route] of [
        ['GET', '/users/{userId}'],
        ['GET', '/todos'],
        ['POST', '/todos'],
        ['PUT', '/todos/{todoId}'],
        ['DELETE', '/todos/{todoId}'],
      ] as const)
        decided += await decisionOn({ type: 'identity', id: CAST[name].id }, method, { type: 'route', id: route });
      expect(decided).toBe(expected);
    });
  });

  describe('search', () => {
    within('search');
    const ACTIONS = ['view', 'edit', 'delete'] as const;
    const PEOPLE = ['alice', 'bob', 'carol', 'dan', 'erin', 'felix'] as const;

    /** Who may view, edit and delete each of the records 101 to 120, by the first letters of their names. */
    const BY_RECORD = [
      ...['abcd a a', 'abcd b b', 'abcd c c', 'adf d d', 'abcde e e', 'adf f f', 'ad a a', 'abcd b b', 'acdf c c'],
      ...['ad ad d', 'adef e e', 'abcdf f f', 'ad a a', 'abdf b b', 'acde cd c', 'abcd d d', 'abcde e e', 'adf f f'],
      ...['abcd a a', 'abdf b b'],
    ].map((text, index) => {
      const names = text.split(' ').map((letters) => PEOPLE.filter(([letter = '']) => letters.includes(letter)));
      return [String(101 + index), ...names] as const;
    });
    /** What each may view, edit and delete, in the last two digits of the records. */
    const ALL = '01 02 03 04 05 06 07 08 09 10 11 12 13 14 15 16 17 18 19 20';
    const BY_PERSON: readonly (readonly [string, string, string, string])[] = [
      ['alice', ALL, '01 07 10 13 19', '01 07 13 19'],
      ['bob', '01 02 03 05 08 12 14 16 17 19 20', '02 08 14 20', '02 08 14 20'],
      ['carol', '01 02 03 05 08 09 12 15 16 17 19', '03 09 15', '03 09 15'],
      ['dan', ALL, '04 10 15 16', '04 10 16'],
      ['erin', '05 11 15 17', '05 11 17', '05 11 17'],
      ['felix', '04 06 09 11 12 14 18 20', '06 12 18', '06 12 18'],
    ];
    const record = (id: string) => ({ type: 'record', id });
    const user = (id: string) => ({ type: 'user', id });

    it.each(BY_RECORD)('finds who may do what with record %s', async (id, ...names) => {
      for (const [index, name] of ACTIONS.entries()) {
        const asked = { subject: { type: 'user' }, action: { name }, resource: record(id) };
        expect(await answer('search/subject', asked)).toEqual({
          results: names[index]?.map(user),
          page: { next_token: '' },
        });
      }
    });

    it.each(BY_PERSON)('finds with which records %s may do what', async (id, ...records) => {
      for (const [index, name] of ACTIONS.entries()) {
        const asked = { subject: user(id), action: { name }, resource: { type: 'record' } };
        expect(await answer('search/resource', asked)).toEqual({
          results: records[index]?.split(' ').map((digits) => record(`1${digits}`)),
          page: { next_token: '' },
        });
      }
    });

    it.each(PEOPLE)('finds what %s may do with each record', async (person) => {
      for (const [id, ...names] of BY_RECORD) {
        const may = ACTIONS.filter((_, index) => names[index]?.includes(person));
        expect(await answer('search/action', { subject: user(person), resource: record(id) })).toEqual({
          results: may.map((name) => ({ name })),
          page: { next_token: '' },
        });
      }
    });

    it('finds nothing for people, records and actions that the scenario does not have', async () => {
      const nothing = { results: [], page: { next_token: '' } };
      const view = { name: 'view' };
      for (const [path, body] of [
        ['subject', { subject: { type: 'user' }, action: view, resource: record('121') }],
        ['subject', { subject: { type: 'user' }, action: { name: 'print' }, resource: record('101') }],
        ['resource', { subject: user('grace'), action: view, resource: { type: 'record' } }],
        ['action', { subject: user('grace'), resource: record('101') }],
        ['action', { subject: user('erin'), resource: record('118') }],
      ] as const)
        expect(await answer(`search/${path}`, body)).toEqual(nothing);
    });
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type LoggedIn, type TestApp, startTestApp } from '../support/test-app.js';
import { type Send, type Template, logInAll, makerOf, outcome, replacementOf, sender } from '../support/prompt-templates.js';

const PATH = '/api/v1/prompt-templates';

describe('the list of prompt templates', () => {
  let app: TestApp;
  let send: Send;
  let adam: LoggedIn, vera: LoggedIn, oscar: LoggedIn, nora: LoggedIn, sysadmin: LoggedIn;
  /** By what they are; each of organization 1 unless it says otherwise. */
  let made: Record<string, Template>;

  beforeAll(async () => {
    app = await startTestApp();
    ({ adam, vera, oscar, nora, sysadmin } = await logInAll(app));
    send = sender(app);
    const [mine, theirs] = [makerOf(send, adam), makerOf(send, oscar)];
    const other = { organization_id: 2, compatible_data_source_ids: [2] };
    await app.dataSource.query('DELETE FROM prompt_templates');
    made = {
      draft: await mine.draft({ name: 'b draft', category: 'drafts', tags: ['x', 'y'] }),
      published: await mine.published({
        name: 'A published 100%_sure',
        tags: ['x', 'y', 'z'],
        compatible_data_source_ids: [1],
      }),
      edited: await mine.published({ name: 'c edited', tags: ['x'], description: 'As it was' }),
      archived: await mine.published({ name: 'd archived', tags: ['x'] }),
      'their draft': await theirs.draft({ ...other, name: 'their draft', is_public: true }),
      'their private': await theirs.published({ ...other, name: 'their private' }),
      'their public': await theirs.published({ ...other, name: 'their public', is_public: true, tags: ['ÄÖ'] }),
      'their system': await theirs.published({ ...other, name: 'their system' }),
    };
    const idOf = (name: string): number => made[name]?.id ?? 0;
    const secret = {
      ...replacementOf(made['edited'] ?? {}),
      description: 'Secret plan',
      category: 'hidden',
      tags: ['hidden'],
    };
    await send(adam, 'PUT', `${PATH}/${idOf('edited')}`, secret);
    await send(adam, 'POST', `${PATH}/${idOf('archived')}/archive`);
    const system = idOf('their system');
    await app.dataSource.query('UPDATE prompt_templates SET is_system_template = true WHERE id = $1', [system]);
    await app.dataSource.query(`UPDATE prompt_templates SET usage_count = id WHERE id <> $1`, [idOf('draft')]);
  });
  afterAll(() => app.close());

  const list = async (who: LoggedIn, query = '') => {
    const answer = await send(who, 'GET', `${PATH}?limit=100${query}`);
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
    const { prompt_templates, pagination } = answer.body.data;
    expect(pagination.total).toBe(prompt_templates.length);
    const nameOf = ({ id }: Template) => Object.keys(made).find((name) => made[name]?.id === id);
    return prompt_templates.map(nameOf);
  };

  it('shows readers what is published, writers everything of their organization, and all what is shared', async () => {
    expect(await list(vera)).toEqual(['published', 'edited', 'their public', 'their system']);
    expect(await list(adam)).toEqual(['draft', 'published', 'edited', 'archived', 'their public', 'their system']);
    expect(await list(oscar)).toEqual(['their draft', 'their private', 'their public', 'their system']);
    for (const who of [nora, sysadmin]) expect(outcome(await send(who, 'GET', PATH))).toEqual([403, 'FORBIDDEN']);
  });

  it.each<[string, 'vera' | 'adam' | 'oscar', string[]]>([
    ['&shared=false', 'vera', ['published', 'edited']],
    ['&shared=false', 'oscar', ['their draft', 'their private', 'their public', 'their system']],
    ['&organization_id=1', 'vera', ['published', 'edited']],
    ['&organization_id=2', 'vera', ['their public', 'their system']],
    ['&organization_id=2&shared=false', 'vera', []],
    ['&organization_id=1', 'oscar', []],
    ['&status=draft', 'vera', []],
    ['&status=archived', 'vera', []],
    ['&status=draft', 'adam', ['draft']],
    ['&status=archived', 'adam', ['archived']],
    ['&status=draft', 'oscar', ['their draft']],
    ['&category=drafts', 'adam', ['draft']],
    ['&category=drafts', 'vera', []],
    ['&tag=x', 'adam', ['draft', 'published', 'edited', 'archived']],
    ['&tag=x&tag=y', 'adam', ['draft', 'published']],
    ['&tag=x&tag=y&tag=z', 'vera', ['published']],
    ['&tag=X', 'adam', []],
    [`&tag=${encodeURIComponent('ÄÖ')}`, 'vera', ['their public']],
    ['&data_source_id=1', 'vera', ['published']],
    ['&data_source_id=2', 'vera', ['their public', 'their system']],
    ['&data_source_id=2000000000', 'vera', []],
    ['&search=PUBLISHED', 'vera', ['published']],
    [`&search=${encodeURIComponent('100%_')}`, 'vera', ['published']],
    [`&search=${encodeURIComponent('1%s')}`, 'vera', []],
    ['&search=_', 'vera', ['published']],
    [`&search=${encodeURIComponent('\\')}`, 'vera', []],
    [`&search=${encodeURIComponent("' OR true --")}`, 'vera', []],
    ['&search=longest%20rivers', 'vera', ['published', 'edited', 'their public', 'their system']],
    // No search finds edits that are not yet published, because the list does not show them.
    ['&search=secret', 'vera', []],
    ['&search=secret', 'adam', []],
    ['&category=hidden', 'adam', []],
    ['&tag=hidden', 'vera', []],
    ['&search=as%20it%20was', 'vera', ['edited']],
    ['&sort=name&shared=false', 'adam', ['published', 'draft', 'edited', 'archived']],
    ['&sort=-usage_count', 'vera', ['their system', 'their public', 'edited', 'published']],
    ['&sort=-updated_at&status=published&search=rivers&tag=x&organization_id=1', 'vera', ['published', 'edited']],
  ])('narrows by %s for %s', async (query, name, expected) => {
    const who = { vera, adam, oscar }[name];
    const found = await list(who, query);
    expect(found).toEqual(query.includes('updated_at') ? expect.arrayContaining(expected) : expected);
    expect(found).toHaveLength(expected.length);
  });

  it('shows of an edited template what is published, to writers too', async () => {
    const { prompt_templates } = (await send(adam, 'GET', `${PATH}?search=edited`)).body.data;
    expect(prompt_templates).toEqual([
      expect.objectContaining({ status: 'published', description: 'As it was', category: 'hydrology', tags: ['x'] }),
    ]);
  });

  it('sorts by the last change', async () => {
    app.clock.advance({ seconds: 5 });
    const template = made['draft'] ?? {};
    await send(adam, 'PUT', `${PATH}/${String(made['draft']?.id)}`, { ...replacementOf(template), description: 'Now' });
    expect((await list(adam, '&sort=-updated_at'))[0]).toBe('draft');
  });

  it('pages through everything once, and is empty past the end', async () => {
    const seen: number[] = [];
    for (const page of [1, 2, 3]) {
      const { data } = (await send(adam, 'GET', `${PATH}?page=${page}&limit=2&sort=name`)).body;
      seen.push(...data.prompt_templates.map(({ id }: Template) => id));
      expect(data.pagination).toMatchObject({ page, limit: 2, total: 6, pages: 3 });
    }
    expect(new Set(seen).size).toBe(6);
    const past = await send(adam, 'GET', `${PATH}?page=2147483647&limit=100`);
    expect([past.status, past.body.data.prompt_templates]).toEqual([200, []]);
  });

  it.each([
    'status=gone',
    'status=draft&status=published',
    'organization_id=0',
    'organization_id=1e1',
    'organization_id=99999999999',
    'data_source_id=x',
    'shared=yes',
    'sort=id;DROP',
    'sort=template_text',
    'search=',
    `search=${'x'.repeat(201)}`,
    'search=a%00b',
    'tag=',
    'tag=a%00',
    'category=%00',
    `tag=${'a&tag='.repeat(21)}a`,
    'page=0',
    'limit=101',
  ])('refuses ?%s with 400', async (query) => {
    expect(outcome(await send(vera, 'GET', `${PATH}?${query}`))).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('shows nothing to members whose role may not read templates', async () => {
    await app.dataSource.query(`INSERT INTO roles (organization_id, name, is_built_in, permissions) VALUES (1, 'Blind', false, '{}')`);
    const setRole = (name: string) =>
      app.dataSource.query(
        `UPDATE organization_members SET role_id = (SELECT id FROM roles WHERE organization_id = 1 AND name = $2)
          WHERE organization_id = 1 AND user_id = $1`,
        [vera.userId, name],
      );
    await setRole('Blind');
    try {
      expect(await list(vera)).toEqual([]);
      for (const name of ['published', 'draft'])
        expect(outcome(await send(vera, 'GET', `${PATH}/${made[name]?.id}`))).toEqual([403, 'FORBIDDEN']);
      // Nor what others share: they may read templates nowhere.
      expect(outcome(await send(vera, 'GET', `${PATH}/${made['their public']?.id}`))).toEqual([404, 'NOT_FOUND']);
    } finally {
      await setRole('viewer');
    }
  });
});

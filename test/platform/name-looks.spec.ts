import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { QueryRunner } from 'typeorm';
import { NameLooks1763600000082 } from '../../migrations/1763600000082-name-looks.js';
import { LooksOfMoreScripts1763600000085 } from '../../migrations/1763600000085-looks-of-more-scripts.js';
import { lookOf as lookNow } from '../../migrations/reference/name-looks-of-more-scripts.js';
import { lookOf as lookThen } from '../../migrations/reference/name-looks.js';
import { ListLookAlikes } from '../../src/accounts/application/list-look-alikes.js';
import { GROUP_SCHEMA } from '../../src/engines/scim-protocol/schema/urns.js';
import { lookOf } from '../../src/shared/look-of-name.js';
import { scimClient } from '../support/scim.js';
import { type TestApp, startTestApp } from '../support/test-app.js';

const COCO = '\u0441\u043e\u0441\u043e';

describe('an installation from before names were compared by their look', () => {
  let app: TestApp;
  let runner: QueryRunner;
  beforeAll(async () => {
    app = await startTestApp();
    runner = app.dataSource.createQueryRunner();
    const migration = new NameLooks1763600000082();
    await migration.down(runner);
    for (const name of ['coco', COCO, '\u043e\u0440\u0430', 'opa'])
      await runner.query(
        `INSERT INTO users (username, username_key, email, email_key, status, is_system_admin, trust_epoch, created_at, updated_at)
         VALUES ($1, $1, $1 || '@x.example', $1 || '@x.example', 'active', false, 1, now(), now())`,
        [name],
      );
    for (const name of ['team', 'team ', 'team\u200b', 'team\u00a0a'])
      await runner.query(
        `INSERT INTO scim_resources (id, organization_id, type, name_key, attributes, search, version, created_at, last_modified_at)
         VALUES (gen_random_uuid(), 1, 'Group', $1, jsonb_build_object('displayName', $1::text), '{}', 1, now(), now())`,
        [name],
      );
    await migration.up(runner);
  });
  afterAll(async () => {
    await runner.release();
    await app.close();
  });

  it('keeps names that have a twin, of which the first one has the look', async () => {
    expect(
      await runner.query(`SELECT username AS name, username_look AS look FROM users WHERE email LIKE '%@x.example' ORDER BY id`),
    ).toEqual([
      { name: 'coco', look: 'coco' },
      { name: COCO, look: null },
      { name: '\u043e\u0440\u0430', look: null },
      { name: 'opa', look: 'opa' },
    ]);
    expect(
      await runner.query(`SELECT name_key AS name, look_key AS look FROM scim_resources WHERE type = 'Group' ORDER BY number`),
    ).toEqual([
      { name: 'team', look: 'team' },
      { name: 'team ', look: null },
      { name: 'team\u200b', look: null },
      { name: 'team\u00a0a', look: 'team a' },
    ]);
  });

  it('changes a twin as before, and takes no further one', async () => {
    const scim = await scimClient(app, 1);
    const group = (displayName: string) => ({ schemas: [GROUP_SCHEMA], displayName });
    const { body } = await scim.get(`/Groups?filter=${encodeURIComponent('displayName eq "team "')}`);
    const { id } = body.Resources[0];
    expect((await scim.put(`/Groups/${id}`, { ...group('team '), externalId: 'twin' })).status).toBe(200);
    expect((await scim.post('/Groups', group(' team'))).status).toBe(409);
  });

  it('goes on with letters of more scripts, and names accounts that look like older ones', async () => {
    const [LISU, ALONE] = ['\ua4da\ua4f3\ua4da\ua4f3', '\ua4da\ua4f3\ua4d0'];
    for (const name of [LISU, ALONE])
      await runner.query(
        `INSERT INTO users (username, username_key, username_look, email, email_key, status, is_system_admin, trust_epoch, created_at, updated_at)
         VALUES ($1, $1, $2, $1 || '@x.example', $1 || '@x.example', 'active', false, 1, now(), now())`,
        [name, lookThen(name)],
      );
    await new LooksOfMoreScripts1763600000085().up(runner);
    const looks: { id: number; look: string | null }[] = await runner.query(
      'SELECT id, username_look AS look FROM users WHERE username = ANY ($1) ORDER BY id',
      [[LISU, ALONE]],
    );
    expect(looks.map(({ look }) => look)).toEqual([null, 'cob']);
    const twins = await app.app.get(ListLookAlikes, { strict: false }).execute();
    expect(twins).toContain(looks[0]?.id);
    expect(twins).not.toContain(looks[1]?.id);
  });

  it('compares as the service does', () => {
    for (const name of ['\ua4da\ua4f3', '\u2ca5\u2c9f', '\u30a8\u30ab', COCO, 'l1']) expect(lookNow(name)).toBe(lookOf(name));
    for (const name of ['Team\u00a0A', COCO, '\u03bflivia', '\u200bA', 'jos\u00e9', '\u0131']) expect(lookThen(name)).toBe(lookOf(name));
  });
});

import { beforeEach, describe, expect, it } from '@jest/globals';
import { type FoundedOrganization, Scene } from '../../../test/fakes/scene.js';
import type { User } from '../../accounts/domain/user.js';
import type { Caller } from '../../shared/caller.js';
import type { PermissionGrant } from '../../shared/permission.js';
import { EditedMeanwhile, Forbidden, NotFound } from '../../shared/domain-error.js';
import { BuiltInRoleFixed, GrantRefused, NameTaken, RoleInUse } from '../domain/organization.errors.js';
import type { Role } from '../domain/role.js';
import { CreateRole } from './create-role.js';
import { DeleteRole } from './delete-role.js';
import { UpdateRole } from './update-role.js';

describe('custom roles', () => {
  let scene: Scene;
  let owner: User;
  let delta: FoundedOrganization;
  let byOwner: Caller;
  let byAdmin: Caller;
  let byViewer: Caller;
  let stranger: Caller;
  let analyst: Role;
  beforeEach(async () => {
    scene = new Scene();
    owner = await scene.person('olivia');
    delta = await scene.organization(owner);
    const member = async (role: string): Promise<Caller> => {
      const user = await scene.person(`a-${role}`);
      await scene.join(delta, user, delta.role(role));
      return scene.session(user);
    };
    [byOwner, byAdmin, byViewer] = [await scene.session(owner), await member('admin'), await member('viewer')];
    const oscar = await scene.person('oscar');
    await scene.organization(oscar);
    stranger = await scene.session(oscar);
    analyst = await create(byOwner, 'Analyst', ['query.run']);
  });
  const create = (caller: Caller, name: string, permissions: PermissionGrant[]): Promise<Role> =>
    scene.use(CreateRole).execute({ caller, organizationId: delta.id, name, permissions });
  const update = (
    caller: Caller,
    roleId: number,
    change: { name?: string; permissions?: PermissionGrant[] },
    expectedVersion: number | null = null,
  ) => scene.use(UpdateRole).execute({ caller, roleId, change, expectedVersion });
  const remove = (caller: Caller, roleId: number, expectedVersion: number | null = null): Promise<void> =>
    scene.use(DeleteRole).execute({ caller, roleId, expectedVersion });
  const stored = () => scene.roles.find(analyst.id);

  it('are made, changed and deleted by nobody without the permission; strangers do not learn that they exist', async () => {
    for (const act of [(caller: Caller) => update(caller, analyst.id, { name: 'Mine' }), (caller: Caller) => remove(caller, analyst.id)]) {
      await expect(act(byViewer)).rejects.toThrow(Forbidden);
      await expect(act(stranger)).rejects.toThrow(NotFound);
    }
    for (const caller of [byViewer, stranger]) await expect(create(caller, 'Mine', [])).rejects.toThrow(Forbidden);
    expect([await stored(), (await scene.roles.ofOrganization(delta.id)).length]).toEqual([analyst, 5]);
    expect(await scene.recorded('access.refused')).toHaveLength(6);
    const events = (await scene.trail.events()).filter(
      ({ action, actorUserId }) => action === 'access.refused' && actorUserId === stranger.userId,
    );
    expect(events.every(({ organizationId }) => organizationId === undefined)).toBe(true);
  });

  it('allow no more than the person who makes or rewrites them', async () => {
    await expect(create(byAdmin, 'Powerful', ['sso.enforce'])).rejects.toThrow(GrantRefused);
    await expect(create(byAdmin, 'Everything', ['*'])).rejects.toThrow(GrantRefused);
    await expect(update(byAdmin, analyst.id, { permissions: ['query.run', 'abac.grant'] })).rejects.toThrow(GrantRefused);
    const powerful = await create(byOwner, 'Powerful', ['sso.enforce']);
    await expect(update(byAdmin, powerful.id, { permissions: [] })).rejects.toThrow(GrantRefused);
    await expect(remove(byAdmin, powerful.id)).rejects.toThrow(GrantRefused);
    expect(await scene.roles.find(powerful.id)).toEqual(powerful);
    expect(await scene.recorded('role.deleted')).toEqual(['refused GrantRefused']);
    expect(await scene.recorded('role.updated')).toEqual(['refused GrantRefused', 'refused GrantRefused']);
  });

  it('have names of their own, whatever the case', async () => {
    await expect(create(byOwner, 'ANALYST', [])).rejects.toThrow(NameTaken);
    const other = await create(byOwner, 'Reader', []);
    await expect(update(byOwner, other.id, { name: 'analyst' })).rejects.toThrow(NameTaken);
    expect(await update(byOwner, analyst.id, { name: 'ANALYST' })).toMatchObject({ name: 'ANALYST', version: 2 });
    const race = await Promise.allSettled([create(byOwner, 'Twin', []), create(byOwner, 'TWIN', [])]);
    expect(race.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await scene.recorded('role.created')).toContain('refused NameTaken');
  });

  it('are the only ones that change; the built-in ones are fixed', async () => {
    const viewer = delta.role('viewer');
    await expect(update(byOwner, viewer.id, { permissions: ['*'] })).rejects.toThrow(BuiltInRoleFixed);
    await expect(remove(byOwner, viewer.id)).rejects.toThrow(BuiltInRoleFixed);
    await expect(remove(byOwner, 0)).rejects.toThrow(NotFound);
    expect(await scene.roles.find(viewer.id)).toEqual(viewer);
  });

  it('keep what was changed meanwhile, and let simultaneous changes take turns', async () => {
    await update(byOwner, analyst.id, { permissions: ['query.run', 'data_source.read'] }, 1);
    await expect(update(byOwner, analyst.id, { permissions: [] }, 1)).rejects.toThrow(EditedMeanwhile);
    const race = await Promise.allSettled([1, 2, 3].map(() => update(byOwner, analyst.id, { permissions: ['query.run'] }, 2)));
    expect(race.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(remove(byOwner, analyst.id, 2)).rejects.toThrow(EditedMeanwhile);
    expect(await stored()).toMatchObject({ version: 3 });
  });

  it('end a password that a directory has set before they allow more than it could', async () => {
    const created = await scene.person('created', { provisionedBy: delta.id, passwordReach: ['query.run'] });
    await scene.join(delta, created, analyst);
    await update(byOwner, analyst.id, { name: 'Reader' });
    expect(await scene.users.find(created.id)).toMatchObject({ passwordHash: created.passwordHash });
    await update(byOwner, analyst.id, { permissions: ['query.run', 'data_source.read'] });
    expect(await scene.users.find(created.id)).toMatchObject({ passwordHash: null });
    expect(await scene.recorded('user.password_withdrawn')).toEqual(['success']);
  });

  it('are not deleted while anyone has them', async () => {
    const user = await scene.person('vera');
    await scene.join(delta, user, analyst);
    await expect(remove(byOwner, analyst.id)).rejects.toThrow(RoleInUse);
    await scene.members.remove(delta.id, user.id);
    await remove(byOwner, analyst.id);
    expect([await stored(), await scene.recorded('role.deleted')]).toEqual([null, ['refused RoleInUse', 'success']]);
  });

  it('leave a record of what they allowed before and allow now', async () => {
    await update(byOwner, analyst.id, { name: 'Reader', permissions: ['data_source.read'] });
    expect(await scene.trail.events()).toContainEqual({
      action: 'role.updated',
      outcome: 'success',
      actorUserId: owner.id,
      organizationId: delta.id,
      target: { type: 'role', id: analyst.id },
      detail: { name: 'Reader', permissions: ['data_source.read'], permissions_before: ['query.run'] },
    });
  });
});

import { beforeEach, describe, expect, it } from '@jest/globals';
import { Scene } from '../../../test/fakes/scene.js';
import type { Caller } from '../../shared/caller.js';
import { Forbidden, NotFound, RateLimited, SecondFactorNeeded } from '../../shared/domain-error.js';
import { LastSystemAdmin, NameTaken, OwnAccount } from '../domain/account.errors.js';
import type { User, UserStatus } from '../domain/user.js';
import { ChangeUserStatus } from './change-user-status.js';
import { CreateUser } from './create-user.js';
import { ListUsers } from './list-users.js';
import { RequestPasswordReset } from './request-password-reset.js';
import { StartPasswordReset } from './start-password-reset.js';

describe('what system administrators do with accounts', () => {
  let scene: Scene;
  let admin: User;
  let caller: Caller;
  let user: User;
  beforeEach(async () => {
    scene = new Scene();
    admin = await scene.person('sys', { isSystemAdmin: true });
    await scene.enrolled(admin);
    caller = await scene.session(admin, { mfaAt: scene.clock.now() });
    user = await scene.person('olivia');
  });
  const change = (userId: number, status: UserStatus, by = caller): Promise<User> =>
    scene.changing(() => scene.use(ChangeUserStatus).execute({ caller: by, userId, status }));

  it.each<[string, (by: Caller) => Promise<unknown>]>([
    ['change a status', (by) => change(user.id, 'disabled', by)],
    ['create an account', (by) => scene.use(CreateUser).execute({ caller: by, username: 'new', email: 'new@people.example' })],
    ['list accounts', (by) => scene.use(ListUsers).execute({ caller: by, search: null, request: { page: 1, limit: 10 } })],
    ['start a reset', (by) => scene.use(StartPasswordReset).execute({ caller: by, userId: user.id })],
  ])('lets nobody else %s, and records the attempt', async (_, act) => {
    const before = (await scene.users.rows.all()).map((one) => ({ ...one }));
    await expect(act(await scene.session(user))).rejects.toThrow(Forbidden);
    expect([await scene.users.rows.all(), await scene.mailed()]).toMatchObject([before, []]);
    expect(await scene.recorded('access.refused')).toEqual(['refused']);
  });

  it('is at its end with their own account, and with the last of them', async () => {
    await expect(change(admin.id, 'disabled')).rejects.toThrow(OwnAccount);
    const other = await scene.person('sys-2', { isSystemAdmin: true });
    await scene.users.save(admin.disable(scene.clock.now()));
    await expect(change(other.id, 'disabled')).rejects.toThrow(LastSystemAdmin);
    await expect(change(0, 'disabled')).rejects.toThrow(NotFound);
    expect(await scene.recorded('user.disabled')).toEqual(['refused OwnAccount', 'refused LastSystemAdmin', 'refused NotFound']);
  });

  it('lets one of two administrators who disable each other stay', async () => {
    const other = await scene.person('sys-2', { isSystemAdmin: true });
    await scene.enrolled(other);
    const back = await scene.session(other, { mfaAt: scene.clock.now() });
    const outcomes = await Promise.allSettled([change(other.id, 'disabled'), change(admin.id, 'disabled', back)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('disables an account and ends its sessions, again without harm, and enables it', async () => {
    const { sessionId } = await scene.session(user);
    expect(await change(user.id, 'disabled')).toMatchObject({ status: 'disabled', trustEpoch: 2 });
    expect(await change(user.id, 'disabled')).toMatchObject({ trustEpoch: 2 });
    expect(await scene.live(user.id, sessionId)).toBeNull();
    expect(await scene.recorded('session.all_ended')).toContain('success account_disabled');
    expect(await change(user.id, 'active')).toMatchObject({ status: 'active', trustEpoch: 3 });
    expect(await scene.recorded('user.enabled')).toEqual(['success']);
    expect(await scene.live(user.id, sessionId)).toBeNull();
  });

  it('asks them for a second factor before anything changes', async () => {
    const plain = await scene.person('sys-3', { isSystemAdmin: true });
    await expect(change(user.id, 'disabled', await scene.session(plain))).rejects.toThrow(SecondFactorNeeded);
    expect(await scene.users.find(user.id)).toMatchObject({ status: 'active' });
  });

  it('creates an account without a password, whose owner is mailed a link, and none under a name that is taken', async () => {
    const create = (username: string) => scene.use(CreateUser).execute({ caller, username, email: `${username}.new@people.example` });
    await expect(create('olivia')).rejects.toThrow(NameTaken);
    expect([await scene.mailed(), await scene.recorded('user.created')]).toEqual([[], ['refused NameTaken']]);
    const created = await create('vera');
    expect(created).toMatchObject({
      passwordHash: null,
      isSystemAdmin: false,
      emailVerifiedAt: null,
      isUnclaimed: true,
    });
    expect(await scene.mailed()).toEqual(['vera.new@people.example: Your Headgate account']);
    expect(await scene.recorded('user.created')).toEqual(['refused NameTaken', 'success']);
  });

  it('mails a link for a reset, whatever strangers have used up, and none for a disabled account', async () => {
    const start = (userId: number) => scene.use(StartPasswordReset).execute({ caller, userId });
    await start(user.id);
    expect(await scene.mailed()).toEqual([`${user.email}: Reset your Headgate password`]);
    expect(await scene.recorded('user.password_reset_started')).toEqual(['success']);
    for (let time = 0; time < 9; time += 1) await scene.use(RequestPasswordReset).execute({ email: user.email, network: '198.51.100.1' });
    for (let time = 1; time < 5; time += 1) await start(user.id);
    await expect(start(user.id)).rejects.toThrow(RateLimited);
    scene.clock.advance({ minutes: 5 });
    await change(user.id, 'disabled');
    await expect(start(user.id)).rejects.toThrow('The account is disabled');
    expect(await scene.mailed()).toHaveLength(5);
  });
});

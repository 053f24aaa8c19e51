import { beforeEach, describe, expect, it } from '@jest/globals';
import { PASSWORD, Scene } from '../../../test/fakes/scene.js';
import type { Caller } from '../../shared/caller.js';
import { RateLimited, Unauthorized, ValidationFailed } from '../../shared/domain-error.js';
import { WeakPassword, WrongCurrentPassword } from '../domain/account.errors.js';
import type { User } from '../domain/user.js';
import { ChangePassword } from './change-password.js';

const NEW = 'a wholly other sentence';

describe('ChangePassword', () => {
  let scene: Scene;
  let user: User;
  let caller: Caller;
  beforeEach(async () => {
    scene = new Scene();
    user = await scene.person('olivia');
    caller = await scene.session(user);
  });
  const change = (currentPassword: string, newPassword = NEW): Promise<void> =>
    scene.use(ChangePassword).execute({ caller, currentPassword, newPassword });
  const stored = async (): Promise<string | null | undefined> => (await scene.users.find(user.id))?.passwordHash;

  it('refuses a wrong current password, and changes, ends and mails nothing', async () => {
    const other = await scene.session(user);
    await expect(change('wrong')).rejects.toThrow(WrongCurrentPassword);
    expect(await stored()).toBe(`now:${PASSWORD}`);
    expect(await scene.live(user.id, other.sessionId)).not.toBeNull();
    expect([await scene.mailed(), await scene.recorded('user.password_changed')]).toEqual([[], ['refused WrongCurrentPassword']]);
  });

  it('has the sixth wrong guess wait, and then even the right password', async () => {
    for (let guess = 0; guess < 6; guess += 1) await expect(change('wrong')).rejects.toThrow(WrongCurrentPassword);
    await expect(change('wrong')).rejects.toThrow(RateLimited);
    const compared = scene.hasher.verified.length;
    await expect(change(PASSWORD)).rejects.toThrow(RateLimited);
    expect([scene.hasher.verified.length, await stored()]).toEqual([compared, `now:${PASSWORD}`]);
    scene.clock.advance({ seconds: 30 });
    await change(PASSWORD);
    expect(await stored()).toBe(`now:${NEW}`);
  });

  it('judges no more simultaneous guesses than one after the other, and does not let the right one through behind them', async () => {
    const guesses = Array.from({ length: 20 }, (_, guess) => change(guess === 19 ? PASSWORD : 'wrong'));
    const refusals = (await Promise.allSettled(guesses)).map((one) =>
      one.status === 'rejected' ? (one.reason as Error).constructor : null,
    );
    expect(refusals.filter((one) => one === WrongCurrentPassword)).toHaveLength(6);
    expect(refusals.at(-1)).toBe(RateLimited);
    expect(await stored()).toBe(`now:${PASSWORD}`);
  });

  it.each(['short', 'olivia', 'qwertyuiop'])(
    'refuses the weak password %s, and tells the owner that the current one is known',
    async (weak) => {
      await expect(change(PASSWORD, weak)).rejects.toThrow(WeakPassword);
      expect(await stored()).toBe(`now:${PASSWORD}`);
      expect(await scene.mailed()).toEqual([`${user.email}: Your Headgate password was entered, but not changed`]);
      expect(await scene.recorded('user.password_changed')).toEqual(['refused WeakPassword']);
    },
  );

  it('names a wrong current password together with a weak new one', async () => {
    const fields = (error: unknown) => (error instanceof ValidationFailed ? error.details?.map(({ field }) => field) : error);
    expect(await change('wrong', 'short').catch(fields)).toEqual(['current_password', 'new_password']);
    expect([await scene.mailed(), await scene.recorded('user.password_changed')]).toEqual([[], ['refused WrongCurrentPassword']]);
  });

  it('counts wrong guesses beside a weak new password, and no weak one beside the right password', async () => {
    for (let attempt = 0; attempt < 10; attempt += 1) await expect(change(PASSWORD, 'short')).rejects.toThrow(WeakPassword);
    for (let guess = 0; guess < 6; guess += 1) await expect(change('wrong', 'short')).rejects.toThrow(ValidationFailed);
    await expect(change(PASSWORD, 'short')).rejects.toThrow(RateLimited);
    await expect(change(PASSWORD)).rejects.toThrow(RateLimited);
  });

  it('refuses the name of an organization that the person belongs to', async () => {
    await scene.organization(user);
    await expect(change(PASSWORD, 'Delta Analytics')).rejects.toThrow(WeakPassword);
  });

  it('refuses the right password of another account under the same name', async () => {
    caller = { ...caller, userId: (await scene.person('oscar')).id };
    await expect(change(PASSWORD)).rejects.toThrow(WrongCurrentPassword);
  });

  it('replaces the password, ends the other sessions and device trust, tells the owner, and records it', async () => {
    const other = await scene.session(user);
    await change(PASSWORD);
    expect(await scene.users.find(user.id)).toMatchObject({
      passwordHash: `now:${NEW}`,
      trustEpoch: user.trustEpoch + 1,
    });
    expect(await scene.live(user.id, other.sessionId)).toBeNull();
    expect(await scene.live(user.id, caller.sessionId)).not.toBeNull();
    expect(await scene.mailed()).toEqual([`${user.email}: Your Headgate password was changed`]);
    expect(await scene.recorded('user.password_changed')).toEqual(['success']);
    expect(await scene.recorded('session.all_ended')).toEqual(['success password_changed']);
  });

  it('lets one of two simultaneous changes win; the other is told to log in again', async () => {
    const outcomes = await Promise.allSettled([change(PASSWORD), change(PASSWORD, 'yet another sentence')]);
    const lost = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(lost).toEqual([expect.any(Unauthorized)]);
    expect([await scene.mailed(), (await scene.users.find(user.id))?.trustEpoch]).toEqual([[expect.any(String)], user.trustEpoch + 1]);
  });
});

import { beforeEach, describe, expect, it } from '@jest/globals';
import { Scene } from '../../../test/fakes/scene.js';
import { RateLimited, ValidationFailed } from '../../shared/domain-error.js';
import type { User } from '../domain/user.js';
import { AnswerResetRequest } from './answer-reset-request.js';
import { RequestPasswordReset } from './request-password-reset.js';

const ACTION = 'user.password_reset_requested';

describe('RequestPasswordReset', () => {
  let scene: Scene;
  let user: User;
  beforeEach(async () => {
    scene = new Scene();
    user = await scene.person('olivia');
  });
  const request = (email: string, network = '192.0.2.1'): Promise<void> => scene.use(RequestPasswordReset).execute({ email, network });
  const due = async (): Promise<unknown[]> => (await scene.jobs.waiting()).map(({ payload }) => payload['user_id']);

  it('refuses what is no address', async () => {
    await expect(request('olivia')).rejects.toThrow(ValidationFailed);
    expect(await due()).toEqual([]);
  });

  it('answers every address alike: a job is enqueued, and no mail is sent before it runs', async () => {
    const disabled = await scene.person('dora');
    await scene.users.save(disabled.disable(scene.clock.now()));
    const invited = await scene.person('ines');
    await scene.users.save(invited.withdrawPassword(scene.clock.now()));
    const provisioned = await scene.person('paul', { provisionedBy: 1 });
    await scene.users.save(provisioned.withdrawPassword(scene.clock.now()));
    for (const address of [user.email, 'nobody@people.example', disabled.email, invited.email, provisioned.email])
      expect(await request(address)).toBeUndefined();
    expect(await due()).toEqual([user.id, null, null, null, provisioned.id]);
    expect(await scene.recorded(ACTION)).toEqual([
      'success',
      'refused unknown_address',
      'refused disabled',
      'refused no_password',
      'success',
    ]);
    expect(await scene.mailed()).toEqual([]);
    expect(JSON.stringify(await scene.trail.events())).not.toContain('nobody@');
  });

  it('answers alike and does nothing when one address, under any spelling, has had its mails', async () => {
    for (let time = 0; time < 5; time += 1) await request(user.email.toUpperCase());
    await request(user.email);
    expect([(await due()).length, (await scene.recorded(ACTION)).at(-1)]).toEqual([5, 'refused too_many_mails']);
    scene.clock.advance({ minutes: 5 });
    await request(user.email);
    expect(await due()).toHaveLength(6);
  });

  it('has a network wait that asks for many addresses', async () => {
    for (let person = 0; person < 61; person += 1) await request(`p${person}@people.example`);
    await expect(request(user.email)).rejects.toThrow(RateLimited);
    expect((await scene.recorded(ACTION)).at(-1)).toBe('refused throttled');
    await request(user.email, '198.51.100.1');
    expect((await due()).at(-1)).toBe(user.id);
  });

  describe('its job', () => {
    const answer = (userId: number | null, requestId: string): Promise<void> =>
      scene.use(AnswerResetRequest).execute({ userId, requestId });

    it('mails one link for a request, however often it runs', async () => {
      await answer(user.id, 'request-1');
      await answer(user.id, 'request-1');
      expect(await scene.mailed()).toEqual([`${user.email}: Reset your Headgate password`]);
      await answer(user.id, 'request-2');
      expect(await scene.mailed()).toHaveLength(2);
    });

    it('mails nobody where none is due, and no account that was disabled meanwhile', async () => {
      await answer(null, 'request-1');
      await answer(0, 'request-2');
      await scene.users.save(user.disable(scene.clock.now()));
      await answer(user.id, 'request-3');
      const invited = await scene.person('ines');
      await scene.users.save(invited.withdrawPassword(scene.clock.now()));
      await answer(invited.id, 'request-4');
      expect(await scene.mailed()).toEqual([]);
    });

    it('welcomes a person whom a directory has brought', async () => {
      const provisioned = await scene.person('paul', { provisionedBy: 1 });
      await scene.users.save(provisioned.withdrawPassword(scene.clock.now()));
      await answer(provisioned.id, 'request-1');
      expect(await scene.mailed()).toEqual([`${provisioned.email}: Your Headgate account`]);
    });
  });
});

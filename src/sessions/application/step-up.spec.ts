import { beforeEach, describe, expect, it } from '@jest/globals';
import { PASSWORD, Scene } from '../../../test/fakes/scene.js';
import type { User } from '../../accounts/domain/user.js';
import type { Caller } from '../../shared/caller.js';
import { RateLimited, StepUpMethodRefused, Unauthorized } from '../../shared/domain-error.js';
import { WrongSecondFactor } from '../domain/session.js';
import { StepUpWithPassword } from './step-up-with-password.js';
import { StepUp } from './step-up.js';

const ACTION = 'session.stepped_up';

describe('stepping up', () => {
  let scene: Scene;
  let user: User;
  let caller: Caller;
  beforeEach(async () => {
    scene = new Scene();
    user = await scene.person('olivia');
    caller = await scene.session(user);
  });
  const isLive = async (sessionId = caller.sessionId): Promise<boolean> => (await scene.live(user.id, sessionId)) !== null;
  const sidOf = (accessToken: string): number => JSON.parse(accessToken).sid;

  describe('with a second factor', () => {
    let code: () => string;
    beforeEach(async () => {
      code = await scene.enrolled(user);
    });
    const stepUp = (shown: string) => scene.use(StepUp).execute({ caller, proof: { method: 'totp', code: shown } });

    it('refuses a wrong code, and has the person wait after ten of them; the session stays', async () => {
      for (let time = 0; time < 11; time += 1) await expect(stepUp('000000')).rejects.toThrow(WrongSecondFactor);
      await expect(stepUp(code())).rejects.toThrow(RateLimited);
      expect(await scene.recorded(ACTION)).toEqual([...Array<string>(11).fill('refused wrong_totp'), 'refused throttled']);
      expect(await isLive()).toBe(true);
    });

    it('takes a code once, however many show it at once', async () => {
      const outcomes = await Promise.allSettled([stepUp(code()), stepUp(code()), stepUp(code())]);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });

    it('takes a code for nothing when the session ended meanwhile, and keeps the code good', async () => {
      await scene.sessions.end({ id: caller.sessionId, userId: user.id }, 'revoked', scene.clock.now());
      await expect(stepUp(code())).rejects.toThrow(Unauthorized);
      caller = await scene.session(user);
      await stepUp(code());
    });

    it('continues the session under a new id at aal2, and records both ids', async () => {
      scene.clock.advance({ hours: 1 });
      const sid = sidOf((await stepUp(code())).accessToken);
      expect([await isLive(), await isLive(sid)]).toEqual([false, true]);
      expect(await scene.live(user.id, sid)).toMatchObject({
        amr: ['pwd', 'otp'],
        acr: 'aal2',
        mfaAt: scene.clock.now(),
        authenticatedAt: scene.clock.now(),
      });
      expect(await scene.trail.events()).toEqual([
        expect.objectContaining({
          action: ACTION,
          outcome: 'success',
          target: { type: 'session', id: sid },
          detail: { previous_session_id: caller.sessionId },
        }),
      ]);
    });
  });

  describe('with the password', () => {
    const stepUp = (password = PASSWORD) => scene.use(StepUpWithPassword).execute({ caller, password });

    it('refuses people who have a second factor, and sessions of a provider, whatever the password', async () => {
      const signOn = { connectionId: 7, identityId: 1, providerSessionId: null, idToken: null };
      const own = caller;
      caller = await scene.session(user, { signOn });
      await expect(stepUp()).rejects.toThrow(StepUpMethodRefused);
      caller = own;
      await scene.enrolled(user);
      await expect(stepUp()).rejects.toThrow(StepUpMethodRefused);
      expect(scene.hasher.verified).toEqual([]);
      expect(await scene.recorded(ACTION)).toEqual(Array(2).fill('refused StepUpMethodRefused'));
    });

    it('refuses it as well when the factor came while the password was verified', async () => {
      const verify = scene.hasher.verify.bind(scene.hasher);
      scene.hasher.verify = async (password, hash) => {
        await scene.enrolled(user);
        return verify(password, hash);
      };
      await expect(stepUp()).rejects.toThrow(StepUpMethodRefused);
      expect(await isLive()).toBe(true);
    });

    it('refuses a wrong password and that of others, and has the session wait after five', async () => {
      const own = caller;
      caller = { ...own, userId: (await scene.person('oscar')).id };
      await expect(stepUp()).rejects.toThrow(Unauthorized);
      caller = own;
      for (let time = 0; time < 5; time += 1) await expect(stepUp('wrong')).rejects.toThrow(Unauthorized);
      await expect(stepUp()).rejects.toThrow(RateLimited);
      expect([scene.hasher.verified.length, (await scene.recorded(ACTION)).at(-1)]).toEqual([6, 'refused RateLimited']);
      caller = await scene.session(user);
      await stepUp();
    });

    it('makes the proof new, and raises the session no further', async () => {
      scene.clock.advance({ hours: 1 });
      const sid = sidOf((await stepUp()).accessToken);
      expect(await scene.live(user.id, sid)).toMatchObject({
        amr: ['pwd'],
        acr: 'aal1',
        mfaAt: null,
        authenticatedAt: scene.clock.now(),
      });
      expect([await isLive(), await scene.recorded(ACTION)]).toEqual([false, ['success']]);
    });
  });
});

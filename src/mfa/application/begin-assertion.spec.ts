import { beforeEach, describe, expect, it } from '@jest/globals';
import { Scene } from '../../../test/fakes/scene.js';
import type { User } from '../../accounts/domain/user.js';
import type { Caller } from '../../shared/caller.js';
import { RateLimited, Unauthorized } from '../../shared/domain-error.js';
import { mintToken } from '../../shared/one-time-token.js';
import { NoPasskeyRegistered } from '../domain/mfa.errors.js';
import { AnswerChallenge } from './answer-challenge.js';
import { BeginAssertion } from './begin-assertion.js';
import { BeginChallenge } from './begin-challenge.js';
import { ProveFactor } from './prove-factor.js';

const network = '192.0.2.1';

describe('a passkey', () => {
  let scene: Scene;
  let user: User;
  let caller: Caller;
  beforeEach(async () => {
    scene = new Scene();
    user = await scene.person('olivia');
    caller = await scene.session(user);
  });
  const registered = async (signCount = 0): Promise<void> => {
    const times = { createdAt: scene.clock.now(), confirmedAt: scene.clock.now(), lastUsedAt: null };
    const key = { credentialId: 'key', publicKey: new Uint8Array([1]), signCount, transports: [] };
    await scene.factors.add({
      id: await scene.factors.nextId(),
      userId: user.id,
      type: 'webauthn',
      name: 'Key',
      ...times,
      ...key,
    });
  };
  const begun = async (): Promise<string> => {
    const input = { userId: user.id, trustEpoch: user.trustEpoch, deviceTokenHash: null, deviceTokenIsNew: false };
    return (await scene.use(BeginChallenge).execute(input)).token;
  };
  const answer = (mfaToken: string, assertion: object) =>
    scene.unitOfWork.run(() =>
      scene.use(AnswerChallenge).execute({ mfaToken, deviceToken: null, network, proof: { method: 'webauthn', assertion } }),
    );

  it('is asked for only where one is registered, by a login that is still open', async () => {
    const forLogin = async (mfaToken: string) => scene.use(BeginAssertion).forLogin({ mfaToken, network });
    await expect(forLogin(await begun())).rejects.toThrow(NoPasskeyRegistered);
    await expect(scene.use(BeginAssertion).forStepUp(caller)).rejects.toThrow(NoPasskeyRegistered);
    await registered();
    for (const token of ['x', mintToken().token]) await expect(forLogin(token)).rejects.toThrow(Unauthorized);
    for (let tries = 2; tries < 101; tries += 1) await expect(forLogin('x')).rejects.toThrow(Unauthorized);
    await expect(forLogin('x')).rejects.toThrow(RateLimited);
    scene.clock.advance({ minutes: 10 });
    const late = await begun();
    scene.clock.advance({ minutes: 5 });
    await expect(forLogin(late)).rejects.toThrow(Unauthorized);
    expect((await forLogin(await begun())).allowCredentials).toEqual([{ id: 'key', type: 'public-key' }]);
  });

  it('answers the last ceremony of the login, once, and counts no wrong answer for long', async () => {
    await registered();
    const token = await begun();
    const older = await scene.use(BeginAssertion).forLogin({ mfaToken: token, network });
    const newer = await scene.use(BeginAssertion).forLogin({ mfaToken: token, network });
    expect(await answer(token, { id: 'key', challenge: older.challenge })).toEqual({ answered: null, waitSeconds: 0 });
    // A signed ceremony is never judged twice.
    expect(await answer(token, { id: 'key', challenge: newer.challenge })).toEqual({ answered: null, waitSeconds: 0 });
    const again = await scene.use(BeginAssertion).forLogin({ mfaToken: token, network });
    expect(await answer(token, { id: 'other', challenge: again.challenge })).toMatchObject({ answered: null });
    const last = await scene.use(BeginAssertion).forLogin({ mfaToken: token, network });
    expect(await answer(token, { id: 'key', challenge: last.challenge })).toMatchObject({
      answered: { userId: user.id, amr: 'hwk', isTrustworthy: true, trustEpoch: user.trustEpoch },
    });
  });

  it.each([
    [0, 0, true],
    [4, 5, true],
    [4, 4, false],
    [4, 0, false],
  ])('whose counter goes from %i to %i lets in, and its device may be trusted: %s', async (known, reported, isTrusted) => {
    await registered(known);
    const token = await begun();
    const { challenge } = await scene.use(BeginAssertion).forLogin({ mfaToken: token, network });
    const { answered } = await answer(token, { id: 'key', challenge, signCount: reported });
    expect(answered).toMatchObject({ amr: 'hwk', isTrustworthy: isTrusted });
    expect(await scene.recorded('mfa.counter_regressed')).toEqual(isTrusted ? [] : ['success']);
    expect(await scene.factors.confirmedOf(user.id)).toMatchObject([{ signCount: Math.max(known, reported) }]);
  });

  it('steps a session up by a ceremony of this session, once and in time', async () => {
    await registered();
    const prove = (challenge: string, by = caller) =>
      scene.unitOfWork.run(() =>
        scene.use(ProveFactor).execute({ caller: by, proof: { method: 'webauthn', assertion: { id: 'key', challenge } } }),
      );
    const begin = async () => (await scene.use(BeginAssertion).forStepUp(caller)).challenge;
    const challenge = await begin();
    expect(await prove(challenge, await scene.session(user))).toMatchObject({ amr: null });
    expect([await prove(challenge), await prove(challenge)]).toMatchObject([{ amr: 'hwk' }, { amr: null }]);
    const late = await begin();
    scene.clock.advance({ minutes: 5 });
    expect(await prove(late)).toMatchObject({ amr: null });
  });
});

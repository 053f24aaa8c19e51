import { beforeEach, describe, expect, it } from '@jest/globals';
import { PASSWORD, Scene } from '../../../test/fakes/scene.js';
import type { User } from '../../accounts/domain/user.js';
import { IssueRecoveryCodes } from '../../mfa/application/issue-recovery-codes.js';
import type { Proof } from '../../mfa/application/verify-factor.js';
import { RateLimited, SsoRequired, Unauthorized } from '../../shared/domain-error.js';
import { mintToken } from '../../shared/one-time-token.js';
import { WrongSecondFactor } from '../domain/session.js';
import { LogIn } from './log-in.js';
import { type VerifiedLogin, VerifyMfa } from './verify-mfa.js';

describe('VerifyMfa', () => {
  let scene: Scene;
  let user: User;
  let code: () => string;
  const origin = { ip: '192.0.2.1', userAgent: null, deviceName: 'Firefox on Linux' };
  beforeEach(async () => {
    scene = new Scene();
    user = await scene.person('olivia');
    code = await scene.enrolled(user);
  });
  const begun = async (deviceToken: string | null = null): Promise<string> => {
    const device = { token: deviceToken, keepsCookies: false };
    const { result } = await scene.use(LogIn).execute({ login: 'olivia', password: PASSWORD, origin, device });
    return (result as unknown as { extension: { mfa: { token: string } } }).extension.mfa.token;
  };
  const verify = (mfaToken: string, proof: Proof | string = code(), deviceToken: string | null = null): Promise<VerifiedLogin> => {
    const shown = typeof proof === 'string' ? ({ method: 'totp', code: proof } as const) : proof;
    return scene.use(VerifyMfa).execute({ mfaToken, proof: shown, deviceToken, origin });
  };
  const isRefused = async (mfaToken: string, proof?: Proof | string, deviceToken: string | null = null): Promise<void> => {
    await expect(verify(mfaToken, proof, deviceToken)).rejects.toThrow(WrongSecondFactor);
    expect(await scene.sessions.rows.all()).toEqual([]);
  };

  it('refuses unknown and late challenges, wrong codes and other devices alike', async () => {
    await isRefused('x');
    await isRefused(mintToken().token);
    const own = mintToken().token;
    const bound = await begun(own);
    await isRefused(bound, code(), mintToken().token);
    await isRefused(bound, code(), null);
    await isRefused(bound, '000000', own);
    const late = await begun();
    scene.clock.advance({ minutes: 5 });
    await isRefused(late);
    expect(await scene.recorded('mfa.verified')).toEqual([
      'refused unknown_or_ended',
      'refused unknown_or_ended',
      'refused other_device',
      'refused other_device',
      'refused wrong_totp',
      'refused unknown_or_ended',
    ]);
  });

  it('ends a challenge with the fifth wrong code, tells the owner, and keeps what was counted', async () => {
    const token = await begun();
    for (let time = 0; time < 5; time += 1) await isRefused(token, '000000');
    expect(await scene.mailed()).toEqual([expect.stringContaining(user.email)]);
    await isRefused(token);
    expect((await scene.recorded('mfa.verified')).at(-1)).toBe('refused unknown_or_ended');
  });

  it('has wrong codes of several challenges wait in this network, the right code too', async () => {
    for (let time = 0; time < 11; time += 1) await isRefused(await begun(), '000000');
    await expect(verify(await begun())).rejects.toThrow(RateLimited);
    expect((await scene.recorded('mfa.verified')).at(-1)).toBe('refused throttled');
    scene.clock.advance({ seconds: 30 });
    await verify(await begun());
  });

  it('has a network wait that goes on with unknown challenges', async () => {
    for (let time = 0; time < 101; time += 1) await isRefused('x');
    await expect(verify('x')).rejects.toThrow(RateLimited);
  });

  it('opens one session for a challenge and a code, however often they are sent at once', async () => {
    const token = await begun();
    const outcomes = await Promise.allSettled([verify(token), verify(token), verify(token)]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await scene.sessions.rows.all()).toHaveLength(1);
    await expect(verify(await begun())).rejects.toThrow(WrongSecondFactor);
    scene.clock.advance({ seconds: 30 });
    await verify(await begun());
  });

  it('opens nothing when password or factors changed since the password was right', async () => {
    const token = await begun();
    await scene.users.save(user.changeFactors(scene.clock.now()));
    await isRefused(token);
    expect(await scene.recorded('session.logged_in')).toEqual(['refused mfa_required', 'refused credentials_changed']);
  });

  it('opens nothing when the account was disabled since, or must sign on by now', async () => {
    const token = await begun();
    scene.signOn.isRequired = true;
    await expect(verify(token)).rejects.toThrow(SsoRequired);
    scene.signOn.isRequired = false;
    scene.clock.advance({ seconds: 30 });
    const other = await begun();
    await scene.users.save(user.disable(scene.clock.now()));
    await expect(verify(other)).rejects.toThrow(Unauthorized);
    expect(await scene.sessions.rows.all()).toEqual([]);
  });

  it('opens a session at aal2 and offers to trust the device', async () => {
    const { pair, activation } = await verify(await begun());
    expect(await scene.live(user.id, pair.sessionId)).toMatchObject({
      amr: ['pwd', 'otp'],
      acr: 'aal2',
      mfaAt: scene.clock.now(),
    });
    expect(activation).toMatchObject({ deviceName: 'Firefox on Linux', expiresIn: 300 });
    expect(await scene.recorded('mfa.verified')).toEqual(['success']);
    expect(await scene.recorded('device.activation_offered')).toEqual(['success']);
  });

  it('takes a recovery code once, tells the owner how many are left, and trusts no device for it', async () => {
    const [recovery = ''] = await scene.use(IssueRecoveryCodes).execute(user.id);
    const proof = { method: 'recovery_code', code: recovery } as const;
    const { pair, activation } = await verify(await begun(), proof);
    expect([activation, JSON.parse(pair.accessToken).amr]).toEqual([null, ['pwd', 'rc']]);
    expect([await scene.mailed(), await scene.recorded('mfa.recovery_code_used')]).toEqual([
      [expect.stringContaining(user.email)],
      ['success'],
    ]);
    await expect(verify(await begun(), proof)).rejects.toThrow(WrongSecondFactor);
    expect(await scene.recoveryCodes.left(user.id)).toBe(9);
  });

  it('offers no trust where an organization of the person allows none, or keeps the account for emergencies', async () => {
    const organization = await scene.organization(user);
    const found = await scene.organizations.find(organization.id);
    if (found === null) throw new Error('There is no such organization.');
    await scene.organizations.save({ ...found, deviceTrustDays: 0 });
    expect((await verify(await begun())).activation).toBeNull();
    await scene.organizations.save({ ...found, deviceTrustDays: 30 });
    scene.signOn.neededFor = 'emergencies';
    scene.clock.advance({ seconds: 30 });
    expect((await verify(await begun())).activation).toBeNull();
  });
});

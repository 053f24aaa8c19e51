import { beforeEach, describe, expect, it } from '@jest/globals';
import { Scene } from '../../../test/fakes/scene.js';
import { RateLimited, Unauthorized } from '../../shared/domain-error.js';
import { InvalidMailedToken } from '../domain/account.errors.js';
import type { User } from '../domain/user.js';
import { RequestEmailVerification } from './request-email-verification.js';
import { VerifyEmail } from './verify-email.js';

describe('VerifyEmail', () => {
  let scene: Scene;
  let user: User;
  beforeEach(async () => {
    scene = new Scene();
    user = await scene.person('olivia');
  });
  const request = async (of = user): Promise<boolean> => scene.use(RequestEmailVerification).execute(await scene.session(of));
  const verify = (token: string): Promise<void> => scene.use(VerifyEmail).execute({ token, network: '192.0.2.1' });

  it('mails no link to a disabled account, and none for an address that is verified', async () => {
    const caller = await scene.session(user);
    await scene.users.save(user.disable(scene.clock.now()));
    await expect(scene.use(RequestEmailVerification).execute(caller)).rejects.toThrow(Unauthorized);
    const verified = user.verifyEmail(scene.clock.now());
    await scene.users.save(verified);
    expect(await request(verified)).toBe(false);
    expect(await scene.mailed()).toEqual([]);
    expect(await scene.recorded('user.email_verification_requested')).toEqual([]);
  });

  it('mails a handful, then has the owner wait', async () => {
    for (let time = 0; time < 5; time += 1) expect(await request()).toBe(true);
    await expect(request()).rejects.toThrow(RateLimited);
    expect([(await scene.mailed()).length, (await scene.recorded('user.email_verification_requested')).at(-1)]).toEqual([
      5,
      'refused too_many_mails',
    ]);
  });

  it('takes the newest link once, and no link for a password', async () => {
    await request();
    const older = await scene.mailedToken();
    await request();
    const token = await scene.mailedToken();
    await expect(verify(older)).rejects.toThrow(InvalidMailedToken);
    await verify(token);
    expect(await scene.users.find(user.id)).toMatchObject({
      emailVerifiedAt: scene.clock.now(),
      trustEpoch: user.trustEpoch,
    });
    await expect(verify(token)).rejects.toThrow(InvalidMailedToken);
    expect(await scene.recorded('user.email_verified')).toEqual(['refused invalid_token', 'success', 'refused invalid_token']);
  });

  it('ends what others have set in an account that its owner has not claimed, and mails a link for a password', async () => {
    const created = await scene.person('created', { provisionedBy: 1 });
    const organization = await scene.organization(created);
    await scene.enrolled(created);
    const { sessionId } = await scene.session(created);
    await request(created);
    await verify(await scene.mailedToken());
    expect(await scene.users.find(created.id)).toMatchObject({
      passwordHash: null,
      claimedAt: scene.clock.now(),
      trustEpoch: created.trustEpoch + 1,
    });
    expect([await scene.factors.confirmedOf(created.id), await scene.live(created.id, sessionId)]).toEqual([[], null]);
    expect((await scene.mailed()).at(-1)).toBe(`${created.email}: Your Headgate account`);
    expect(await scene.members.find(organization.id, created.id)).not.toBeNull();
    expect(scene.domains.unlinked).toEqual([created.id]);
  });
});

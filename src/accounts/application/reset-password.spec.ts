import { beforeEach, describe, expect, it } from '@jest/globals';
import { PASSWORD, Scene } from '../../../test/fakes/scene.js';
import { RateLimited } from '../../shared/domain-error.js';
import { mintToken } from '../../shared/one-time-token.js';
import { InvalidMailedToken, WeakPassword } from '../domain/account.errors.js';
import type { User } from '../domain/user.js';
import { AnswerResetRequest } from './answer-reset-request.js';
import { ResetPassword } from './reset-password.js';

const NEW = 'a wholly other sentence';
const network = '192.0.2.1';

describe('ResetPassword', () => {
  let scene: Scene;
  let user: User;
  beforeEach(async () => {
    scene = new Scene();
    user = await scene.person('olivia');
  });
  const linked = async (of: User = user): Promise<string> => {
    const requestId = scene.mailedTokens.newRequestId();
    await scene.use(AnswerResetRequest).execute({ userId: of.id, requestId });
    return scene.mailedToken();
  };
  const reset = (token: string, newPassword = NEW): Promise<void> => scene.use(ResetPassword).execute({ token, newPassword, network });
  const isRefused = async (token: string): Promise<void> => {
    await expect(reset(token)).rejects.toThrow(InvalidMailedToken);
    expect(scene.hasher.verified).toEqual([]);
    expect((await scene.users.find(user.id))?.passwordHash).not.toBe(`now:${NEW}`);
  };

  it('gives one answer for every token that is no good, and counts it against the network', async () => {
    await isRefused('no token at all');
    await isRefused(mintToken().token);
    const replaced = await linked();
    const late = await linked();
    await isRefused(replaced);
    scene.clock.advance({ minutes: 30 });
    await isRefused(late);
    expect(await scene.recorded('user.password_reset')).toEqual(Array(4).fill('refused invalid_token'));
  });

  it('has a network wait that goes on trying, and looks at no token meanwhile', async () => {
    const good = await linked();
    for (let tries = 0; tries < 101; tries += 1) await expect(reset('x')).rejects.toThrow(InvalidMailedToken);
    await expect(reset(good)).rejects.toThrow(RateLimited);
    expect((await scene.recorded('user.password_reset')).at(-1)).toBe('refused throttled');
    scene.clock.advance({ seconds: 5 });
    await reset(good);
  });

  it.each<[string, (user: User) => User]>([
    ['a change of the password', (one) => one.changePassword('now:x', new Date())],
    ['a change of the address', (one) => one.rename({ email: { text: 'o@x.example', key: 'o@x.example' }, username: null }, new Date())],
    ['the end of the account', (one) => one.disable(new Date())],
  ])('refuses a link that was mailed before %s', async (_, changed) => {
    const token = await linked();
    await scene.users.save(changed(user));
    await isRefused(token);
  });

  it('refuses a weak password and leaves the link good', async () => {
    const token = await linked();
    await expect(reset(token, 'olivia')).rejects.toThrow(WeakPassword);
    expect(await scene.recorded('user.password_reset')).toEqual(['refused WeakPassword']);
    await reset(token);
  });

  it('sets the password, ends every session, tells the owner, and logs nobody in', async () => {
    const { sessionId } = await scene.session(user);
    const token = await linked();
    await reset(token);
    expect(await scene.users.find(user.id)).toMatchObject({
      passwordHash: `now:${NEW}`,
      trustEpoch: user.trustEpoch + 1,
      emailVerifiedAt: scene.clock.now(),
    });
    expect(await scene.live(user.id, sessionId)).toBeNull();
    expect((await scene.mailed()).at(-1)).toBe(`${user.email}: Your Headgate password was reset`);
    expect(await scene.recorded('user.password_reset')).toEqual(['success']);
    expect((await scene.sessions.rows.all()).every(({ endedAt }) => endedAt !== null)).toBe(true);
    await isRefusedAgain(token);
  });
  const isRefusedAgain = (token: string): Promise<void> => expect(reset(token, PASSWORD)).rejects.toThrow(InvalidMailedToken);

  it('spends a link once, however many use it at once', async () => {
    const token = await linked();
    const outcomes = await Promise.allSettled([reset(token), reset(token), reset(token)]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await scene.recorded('user.password_reset')).toHaveLength(3);
  });

  it('keeps the second factor of an account that its owner has claimed', async () => {
    await scene.enrolled(user);
    await reset(await linked());
    expect(await scene.factors.confirmedOf(user.id)).toHaveLength(1);
  });

  it('takes from an unclaimed account what others have set: factors, sessions and links', async () => {
    const owner = await scene.person('created', { provisionedBy: 1 });
    await scene.enrolled(owner);
    const { sessionId } = await scene.session(owner);
    await reset(await linked(owner));
    expect(await scene.users.find(owner.id)).toMatchObject({
      passwordHash: `now:${NEW}`,
      claimedAt: scene.clock.now(),
    });
    expect(await scene.factors.confirmedOf(owner.id)).toEqual([]);
    expect([await scene.live(owner.id, sessionId), scene.domains.unlinked]).toEqual([null, [owner.id]]);
  });
});

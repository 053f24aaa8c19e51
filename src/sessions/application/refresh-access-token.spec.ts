import { beforeEach, describe, expect, it } from '@jest/globals';
import { Scene } from '../../../test/fakes/scene.js';
import type { User } from '../../accounts/domain/user.js';
import { RateLimited, Unauthorized } from '../../shared/domain-error.js';
import { mintToken } from '../../shared/one-time-token.js';
import { AuthenticateCaller } from './authenticate-caller.js';
import { RefreshAccessToken } from './refresh-access-token.js';

describe('RefreshAccessToken', () => {
  let scene: Scene;
  let user: User;
  const { token, hash } = mintToken();
  beforeEach(async () => {
    scene = new Scene();
    user = await scene.person('olivia');
  });
  const refresh = (refreshToken = token) => scene.use(RefreshAccessToken).execute({ refreshToken, ip: '192.0.2.1' });
  const isRefused = async (refreshToken = token): Promise<void> => {
    await expect(refresh(refreshToken)).rejects.toThrow(Unauthorized);
    expect((await scene.recorded('session.refreshed')).at(-1)).toBe('refused unknown_or_ended');
  };

  it('refuses a token that is unknown or malformed, or whose session has ended or expired', async () => {
    await isRefused(mintToken().token);
    await isRefused('no token');
    const { sessionId } = await scene.session(user, { refreshTokenHash: hash });
    await scene.sessions.end({ id: sessionId, userId: user.id }, 'revoked', scene.clock.now());
    await isRefused();
    const idle = mintToken();
    await scene.session(user, { refreshTokenHash: idle.hash });
    scene.clock.advance({ days: 14 });
    await isRefused(idle.token);
  });

  it('refuses a busy session at its end, and one whose account is disabled', async () => {
    await scene.session(user, { refreshTokenHash: hash });
    for (let week = 0; week < 12; week += 1) {
      scene.clock.advance({ days: 7 });
      await refresh();
    }
    scene.clock.advance({ days: 6 });
    await isRefused();
    const other = mintToken();
    await scene.session(user, { refreshTokenHash: other.hash });
    await scene.users.save(user.disable(scene.clock.now()));
    await isRefused(other.token);
  });

  it('has a network wait that keeps sending wrong tokens, and nobody who sends a right one', async () => {
    await scene.session(user, { refreshTokenHash: hash });
    for (let tries = 0; tries < 101; tries += 1) await isRefused('x');
    await expect(refresh('x')).rejects.toThrow(RateLimited);
    expect((await scene.recorded('session.refreshed')).at(-1)).toBe('refused throttled');
    await refresh();
  });

  it('answers a token of the same session, which says when its person proved who they are', async () => {
    const { sessionId } = await scene.session(user, { refreshTokenHash: hash, amr: ['pwd', 'otp'], acr: 'aal2' });
    const provedAt = scene.clock.now().getTime() / 1000;
    scene.clock.advance({ hours: 5 });
    const { accessToken, expiresIn } = await refresh();
    expect(expiresIn).toBe(3600);
    expect(JSON.parse(accessToken)).toMatchObject({
      sub: String(user.id),
      sid: sessionId,
      amr: ['pwd', 'otp'],
      acr: 'aal2',
      auth_time: provedAt,
      iat: provedAt + 18_000,
    });
    expect(await scene.recorded('session.refreshed')).toEqual([]);
  });

  describe('and the token on each request', () => {
    const authenticate = (changes: object = {}) => {
      const iat = Math.floor(scene.clock.now().getTime() / 1000);
      const payload = { sub: String(user.id), nbf: iat, exp: iat + 3600, ...changes };
      return scene.use(AuthenticateCaller).execute(payload);
    };

    it('lets nobody in by a session of others, one that has ended, or a token that is late', async () => {
      const { sessionId: sid } = await scene.session(user);
      const other = await scene.person('oscar');
      expect(await authenticate({ sid })).toMatchObject({ userId: user.id, sessionId: sid });
      expect(await authenticate({ sid, sub: String(other.id) })).toBeNull();
      for (const wrong of [{ sid: '1' }, { sid, exp: 0 }, { sid, sub: 'x' }, { sid: sid + 1000 }])
        expect(await authenticate(wrong)).toBeNull();
      await scene.users.save(user.disable(scene.clock.now()));
      expect(await authenticate({ sid })).toBeNull();
    });

    it('notes the last use every five minutes at most', async () => {
      const { sessionId: sid } = await scene.session(user);
      const lastUsed = async () => (await scene.sessions.rows.one(({ id }) => id === sid))?.lastUsedAt;
      const opened = await lastUsed();
      scene.clock.advance({ minutes: 5 });
      await authenticate({ sid });
      expect(await lastUsed()).toEqual(opened);
      scene.clock.advance({ seconds: 1 });
      await authenticate({ sid });
      expect(await lastUsed()).toEqual(scene.clock.now());
    });
  });
});

import { beforeEach, describe, expect, it } from '@jest/globals';
import { Scene } from '../../../test/fakes/scene.js';
import type { User } from '../../accounts/domain/user.js';
import type { Caller } from '../../shared/caller.js';
import { Forbidden, NotFound } from '../../shared/domain-error.js';
import { mintToken } from '../../shared/one-time-token.js';
import { EndSessionOfToken } from './end-session-of-token.js';
import { EndSession } from './end-session.js';
import { EndSessionsOfConnection } from './end-sessions-of-connection.js';
import { EndSessionsOfUser } from './end-sessions-of-user.js';
import { EndUserSessions } from './end-user-sessions.js';

describe('the end of sessions', () => {
  let scene: Scene;
  let user: User;
  let caller: Caller;
  beforeEach(async () => {
    scene = new Scene();
    user = await scene.person('olivia');
    caller = await scene.session(user);
  });
  const isLive = async ({ userId, sessionId }: Caller): Promise<boolean> => (await scene.live(userId, sessionId)) !== null;
  const end = (sessionId: number, by = caller): Promise<unknown> =>
    scene.use(EndSession).execute({ caller: by, sessionId, reason: 'revoked' });

  it('refuses the session of another person as an unknown one, and leaves it', async () => {
    const other = await scene.session(await scene.person('oscar'));
    await expect(end(other.sessionId)).rejects.toThrow(NotFound);
    await expect(end(2_000_000)).rejects.toThrow(NotFound);
    expect(await isLive(other)).toBe(true);
    expect(await scene.recorded('session.revoked')).toEqual(['refused NotFound', 'refused NotFound']);
  });

  it('ends one session of the caller, twice without complaint, and no other one', async () => {
    const other = await scene.session(user);
    await end(other.sessionId);
    await end(other.sessionId);
    expect([await isLive(other), await isLive(caller)]).toEqual([false, true]);
    await scene.use(EndSession).execute({ caller, sessionId: caller.sessionId, reason: 'logged_out' });
    expect([await isLive(caller), await scene.recorded('session.logged_out')]).toEqual([false, ['success']]);
    expect(await scene.sessions.rows.one(({ id }) => id === other.sessionId)).toMatchObject({ endReason: 'revoked' });
  });

  it('ends the session of a cookie once, and says nothing of a cookie that is none', async () => {
    const { token, hash } = mintToken();
    const { sessionId } = await scene.session(user, { refreshTokenHash: hash });
    const endOf = (refreshToken: string | null) => scene.use(EndSessionOfToken).execute({ refreshToken, reason: 'replaced' });
    expect([await endOf(null), await endOf('x'), await endOf(mintToken().token)]).toEqual([null, null, null]);
    expect([await endOf(token), await endOf(token)]).toEqual([{ sessionId, userId: user.id, signOn: null }, null]);
    expect(await scene.recorded('session.logged_out')).toEqual(['success replaced']);
  });

  it('lets system administrators alone end the sessions of others', async () => {
    const admin = await scene.person('sys', { isSystemAdmin: true });
    const oscar = await scene.person('oscar');
    const endAll = (by: Caller, userId: number) => scene.use(EndUserSessions).execute({ caller: by, userId });
    await expect(endAll(await scene.session(oscar), user.id)).rejects.toThrow(Forbidden);
    expect(await isLive(caller)).toBe(true);
    const by = await scene.session(admin);
    await expect(endAll(by, 0)).rejects.toThrow(NotFound);
    await endAll(by, user.id);
    expect([await isLive(caller), await isLive(by)]).toEqual([false, true]);
    expect(await scene.recorded('session.all_ended')).toEqual(['refused NotFound', 'success revoked']);
  });

  it('ends what a provider has opened: all of it, of one link, of one organization, and no other session', async () => {
    const through = (connectionId: number, identityId: number) =>
      scene.session(user, { signOn: { connectionId, identityId, providerSessionId: null, idToken: null } });
    const [one, other, elsewhere] = [await through(7, 1), await through(7, 2), await through(8, 3)];
    const endOf = (input: { identityId?: number }) =>
      scene.use(EndSessionsOfConnection).execute({ connectionId: 7, reason: 'sso_logged_out', ...input });
    expect([await endOf({ identityId: 1 }), await isLive(one), await isLive(other)]).toEqual([1, false, true]);
    expect([await endOf({}), await isLive(other), await isLive(elsewhere), await isLive(caller)]).toEqual([1, false, true, true]);
    // In memory, the connections of an organization have its id.
    const ofOrganization = () =>
      scene.use(EndSessionsOfUser).ofOrganization({ userId: user.id, organizationId: 8, reason: 'deprovisioned' });
    await ofOrganization();
    await ofOrganization();
    expect([await isLive(elsewhere), await isLive(caller)]).toEqual([false, true]);
    expect(await scene.recorded('session.all_ended')).toEqual([
      'success sso_logged_out',
      'success sso_logged_out',
      'success deprovisioned',
    ]);
  });
});

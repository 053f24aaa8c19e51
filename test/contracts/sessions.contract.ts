import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { User } from '../../src/accounts/domain/user.js';
import type { NewSession } from '../../src/sessions/domain/session.js';
import { mintToken } from '../../src/shared/one-time-token.js';
import { storedPerson } from '../support/stored-person.js';
import { type OpenStores, type Stores, type StoresUnderTest, twice, whileOpen } from './stores.js';

/** What keeps sessions must do. */
export function sessionsContract(name: string, open: OpenStores): void {
  describe(`${name} as the place for sessions`, () => {
    let subject: StoresUnderTest;
    let stores: Stores;
    let user: User;
    let people = 0;
    beforeAll(async () => {
      subject = await open();
      stores = subject.stores;
    });
    beforeEach(async () => {
      user = await storedPerson(stores, `person-${++people}`, { passwordHash: 'kept' });
    });
    afterAll(() => subject.close());
    const now = () => stores.clock.now();
    const liveness = () => ({ now: now(), idleSince: new Date(now().getTime() - 3_600_000) });
    const session = (changes: Partial<NewSession> = {}): NewSession => ({
      userId: user.id,
      amr: ['pwd'],
      acr: 'aal1',
      authenticatedAt: now(),
      mfaAt: null,
      deviceId: null,
      signOn: null,
      refreshTokenHash: mintToken().hash,
      expiresAt: new Date(now().getTime() + 7_200_000),
      ip: '192.0.2.1',
      userAgent: null,
      deviceName: 'Firefox on Linux',
      ...changes,
    });
    const opened = async (changes: Partial<NewSession> = {}): Promise<number> => {
      const id = await stores.sessions.open(session(changes), user.trustEpoch);
      if (id === null) throw new Error('No session was opened.');
      return id;
    };
    const lock = (one: { id: number; userId: number }) => stores.unitOfWork.run(() => stores.sessions.lock(one));
    const isLive = async (id: number): Promise<boolean> =>
      (await stores.sessions.findLive({ userId: user.id, sessionId: id }, liveness())) !== null;

    it('opens no session for credentials that have changed, or an account that is disabled', async () => {
      expect(await stores.sessions.open(session(), user.trustEpoch + 1)).toBeNull();
      await stores.users.save(user.disable(now()));
      expect(await stores.sessions.open(session(), user.trustEpoch + 1)).toBeNull();
    });

    it('has a login wait for a change of credentials in progress, and lose', async () => {
      const changed = user.changePassword('new', now());
      let id: number | null = 0;
      const order = await whileOpen(
        stores,
        () => stores.users.save(changed),
        async () => {
          id = await stores.sessions.open(session(), user.trustEpoch);
        },
      );
      expect([order, id]).toEqual([['first', 'later'], null]);
    });

    it('answers who is behind a live session, for its own account only', async () => {
      const id = await opened({ mfaAt: now(), acr: 'aal2' });
      const live = await stores.sessions.findLive({ userId: user.id, sessionId: id }, liveness());
      expect(live?.caller).toMatchObject({
        userId: user.id,
        sessionId: id,
        username: user.username,
        email: user.email,
        isSystemAdmin: false,
        amr: ['pwd'],
        acr: 'aal2',
        authenticatedAt: now(),
        mfaAt: now(),
        deviceId: null,
        ssoConnectionId: null,
        hasFactor: false,
      });
      const other = await storedPerson(stores, `other-${people}`);
      expect(await stores.sessions.findLive({ userId: other.id, sessionId: id }, liveness())).toBeNull();
    });

    it('ends a session by its end, by time, by idleness, and with its account', async () => {
      const [ended, idle, old, orphan] = [await opened(), await opened(), await opened(), await opened()];
      await stores.sessions.end({ id: ended, userId: user.id }, 'logged_out', now());
      expect(await Promise.all([ended, idle, old, orphan].map(isLive))).toEqual([false, true, true, true]);
      stores.clock.advance({ minutes: 60 });
      await stores.sessions.touch(old, now());
      expect([await isLive(idle), await isLive(old)]).toEqual([false, true]);
      stores.clock.advance({ minutes: 60 });
      await stores.sessions.touch(old, now());
      expect(await isLive(old)).toBe(false);
      const last = await opened();
      await stores.users.save(user.disable(now()));
      expect(await isLive(last)).toBe(false);
    });

    it('refreshes a live session by its token, which marks it as used, but not again and again', async () => {
      const { hash } = mintToken();
      const id = await opened({ refreshTokenHash: hash });
      const refresh = (token: Uint8Array) => stores.sessions.refresh(token, liveness(), new Date(now().getTime() - 60_000));
      const lastUse = async () => (await stores.sessions.pageOf(user.id, liveness(), { page: 1, limit: 1 })).items[0]?.lastUsedAt;
      const openedAt = now();
      stores.clock.advance({ seconds: 60 });
      expect([(await refresh(hash))?.sessionId, await lastUse()]).toEqual([id, openedAt]);
      stores.clock.advance({ minutes: 49 });
      expect(await refresh(hash)).toEqual({
        sessionId: id,
        userId: user.id,
        amr: ['pwd'],
        acr: 'aal1',
        authenticatedAt: openedAt,
      });
      expect(await lastUse()).toEqual(now());
      stores.clock.advance({ minutes: 50 });
      expect(await isLive(id)).toBe(true);
      expect(await refresh(mintToken().hash)).toBeNull();
      await stores.users.save(user.disable(now()));
      expect(await refresh(hash)).toBeNull();
    });

    it('renews a session under a new id, once, and never that of another account', async () => {
      const id = await opened();
      const proved = { amr: ['pwd', 'otp'], acr: 'aal2', authenticatedAt: now(), mfaAt: now() } as const;
      expect(await stores.sessions.renew({ id, userId: user.id + 1 }, proved)).toBeNull();
      const renewed = await twice(stores, () => stores.sessions.renew({ id, userId: user.id }, proved));
      expect(renewed.filter((one) => one === null)).toHaveLength(1);
      const next = renewed.find((one) => one !== null) ?? 0;
      expect([await isLive(id), await isLive(next)]).toEqual([false, true]);
      expect(await lock({ id, userId: user.id })).toBe(false);
    });

    it('locks a session that has not ended, of its own account', async () => {
      const id = await opened();
      const own = { id, userId: user.id };
      expect([await lock(own), await lock({ ...own, userId: user.id + 1 })]).toEqual([true, false]);
      const order = await whileOpen(
        stores,
        () => stores.sessions.lock(own),
        () => stores.sessions.end(own, 'revoked', now()),
      );
      expect(order).toEqual(['first', 'later']);
      expect(await lock(own)).toBe(false);
    });

    it('ends own sessions only, again without complaint, all but one, by token, and by device', async () => {
      const { hash } = mintToken();
      const [kept, other, byToken] = [await opened(), await opened(), await opened({ refreshTokenHash: hash })];
      const end = (id: number, userId: number) => stores.sessions.end({ id, userId }, 'revoked', now());
      expect(await end(kept, user.id + 1)).toBeNull();
      expect(await stores.sessions.endOfToken(hash, 'logged_out', now())).toEqual({
        sessionId: byToken,
        userId: user.id,
        signOn: null,
      });
      expect(await stores.sessions.endOfToken(hash, 'logged_out', now())).toBeNull();
      expect([(await end(byToken, user.id))?.sessionId, await end(kept + 1000, user.id)]).toEqual([byToken, null]);
      expect(await stores.sessions.endAll(user.id, 'password_changed', now(), kept)).toBe(1);
      expect([await isLive(kept), await isLive(other)]).toEqual([true, false]);
      expect(await stores.sessions.endAll(user.id, 'password_reset', now(), null)).toBe(1);
    });

    it('pages the live sessions of an account, the last used first', async () => {
      const first = await opened();
      stores.clock.advance({ minutes: 1 });
      const [second, ended] = [await opened(), await opened()];
      await stores.sessions.end({ id: ended, userId: user.id }, 'revoked', now());
      const page = await stores.sessions.pageOf(user.id, liveness(), { page: 1, limit: 10 });
      expect([page.total, page.items.map(({ id }) => id)]).toEqual([2, [second, first]]);
      expect(await stores.sessions.pageOf(user.id, liveness(), { page: 3, limit: 1 })).toEqual({ items: [], total: 2 });
    });

    it('remembers from which networks an account, and anybody, has logged in, and whether it has a second factor', async () => {
      await opened({ ip: '198.51.100.7' });
      const other = await storedPerson(stores, `seen-${people}`);
      const id = await stores.factors.nextId();
      const factor = {
        id,
        userId: other.id,
        type: 'totp',
        name: 'App',
        secretSealed: stores.factors.sealSecret(id, 'JBSWY3DPEHPK3PXP'),
      } as const;
      const added = { ...factor, createdAt: now(), confirmedAt: null, lastUsedAt: null, lastTimeStep: null };
      await stores.factors.add(added);
      expect((await stores.sessions.recognise('198.51.100.7', other.id)).hasFactor).toBe(false);
      await stores.factors.confirm(id, now(), 1);
      const sessionId = (await stores.sessions.open(session({ userId: other.id }), other.trustEpoch)) ?? 0;
      expect((await stores.sessions.findLive({ userId: other.id, sessionId }, liveness()))?.caller.hasFactor).toBe(true);
      const recognise = (network: string, userId: number) => stores.sessions.recognise(network, userId);
      expect(await recognise('198.51.100.7', user.id)).toEqual({ user: true, anybody: true, hasFactor: false });
      expect(await recognise('198.51.100.7', other.id)).toEqual({ user: false, anybody: true, hasFactor: true });
      expect(await recognise('198.51.100.8', user.id)).toEqual({ user: false, anybody: false, hasFactor: false });
    });

    it('claims one mail about guesses at a time, for accounts with a password', async () => {
      const { guessMails } = stores;
      const since = (hours: number) => new Date(now().getTime() - hours * 3_600_000);
      expect(await guessMails.claim(user.id, now(), since(24))).toBe(true);
      expect(await guessMails.claim(user.id, now(), since(24))).toBe(false);
      stores.clock.advance({ hours: 24 });
      expect(await guessMails.claim(user.id, now(), since(24))).toBe(true);
      const { id } = await storedPerson(stores, `no-password-${people}`);
      expect([await guessMails.claim(id, now(), since(24)), await guessMails.claim(0, now(), since(24))]).toEqual([false, false]);
    });
  });
}

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NameTaken } from '../../src/accounts/domain/account.errors.js';
import { usernameOf } from '../../src/accounts/domain/login-name.js';
import { MailedToken } from '../../src/accounts/domain/mailed-token.js';
import { User } from '../../src/accounts/domain/user.js';
import { emailOf } from '../../src/shared/email-key.js';
import { mintToken } from '../../src/shared/one-time-token.js';
import type { ThrottledAction } from '../../src/shared/ports/attempt-throttle.js';
import { storedPerson } from '../support/stored-person.js';
import { type OpenStores, type Stores, type StoresUnderTest, twice, whileOpen } from './stores.js';

/** What keeps accounts, their mailed tokens and the counts of failures must do. */
export function accountsContract(name: string, open: OpenStores): void {
  describe(`${name} as the place for accounts`, () => {
    let subject: StoresUnderTest;
    let stores: Stores;
    beforeAll(async () => {
      subject = await open();
      stores = subject.stores;
    });
    afterAll(() => subject.close());
    const raised = async (id: number): Promise<void> => {
      const user = await stores.users.lock(id);
      if (user !== null) await stores.users.save(user.changeFactors(stores.clock.now()));
    };

    it('keeps nothing of a unit of work that fails, and shows it to nobody before', async () => {
      let seenInside: User | null = null;
      const failed = stores.unitOfWork.run(async () => {
        const { id } = await storedPerson(stores, 'passing');
        seenInside = await stores.users.find(id);
        throw new Error('thought better of it');
      });
      await expect(failed).rejects.toThrow('thought better of it');
      expect(seenInside).toMatchObject({ username: 'passing' });
      expect(await stores.users.findByLogin('passing')).toBeNull();
    });

    it('joins inner units of work, and fails together where that was asked for', async () => {
      const { id } = await storedPerson(stores, 'inner');
      const failing = () => stores.unitOfWork.run(() => Promise.reject(new Error('a part failed')));
      await stores.unitOfWork.run(async () => {
        await failing().catch(() => undefined);
        await stores.users.letGo(id, stores.clock.now());
      });
      expect(await stores.users.find(id)).toMatchObject({ trustEpoch: 2 });
      const together = stores.unitOfWork.together(async () => {
        await stores.users.letGo(id, stores.clock.now());
        await failing().catch(() => undefined);
        await stores.users.find(id);
      });
      await expect(together).rejects.toThrow('a part failed');
      expect(await stores.users.find(id)).toMatchObject({ trustEpoch: 2 });
    });

    it('finds an account by username before address, by address alone, and by what looks like its name', async () => {
      const alice = await storedPerson(stores, 'alice');
      const { users } = stores;
      expect(await users.findByLogin('alice')).toEqual(alice);
      expect(await users.findByLogin('alice@people.example')).toEqual(alice);
      expect(await users.findByEmail('alice')).toBeNull();
      expect(await users.findByEmail('alice@people.example')).toEqual(alice);
      expect(await users.findByName('\u0430lice')).toEqual(alice);
      expect(await users.findByLogin('\u0430lice')).toBeNull();
      expect(await users.findByLogin('nobody')).toBeNull();
    });

    it('gives a name and an address to one account, however many ask at once', async () => {
      await storedPerson(stores, 'unique');
      await storedPerson(stores, 'exe');
      const taken = (username: string, address: string) => async () => {
        const email = emailOf(address);
        const at = stores.clock.now();
        const names = { username: usernameOf(username, email), email };
        const id = await stores.users.nextId();
        await stores.users.add(User.register({ id, ...names, isSystemAdmin: false, passwordHash: null, at }));
      };
      await expect(taken('unique', 'other@people.example')()).rejects.toThrow(new NameTaken('username'));
      await expect(taken('\u0435\u0445\u0435', 'other@people.example')()).rejects.toThrow(new NameTaken('username'));
      await expect(taken('other', 'unique@people.example')()).rejects.toThrow(new NameTaken('email'));
      const race = await Promise.allSettled([1, 2, 3].map(taken('racer', 'racer@people.example')));
      expect(race.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    });

    it('lets changes of a locked account take turns', async () => {
      const { id } = await storedPerson(stores, 'locked');
      await twice(stores, () => raised(id));
      expect(await stores.users.find(id)).toMatchObject({ trustEpoch: 3 });
      expect(
        await whileOpen(
          stores,
          () => stores.users.lock(id),
          () => stores.users.lockByEmail('locked@people.example'),
        ),
      ).toEqual(['first', 'later']);
    });

    it('locks by an address at once, or not at all', async () => {
      const { id } = await storedPerson(stores, 'at-once');
      const atOnce = () => stores.users.lockByEmailAtOnce('at-once@people.example');
      expect(await stores.unitOfWork.run(atOnce)).toMatchObject({ id });
      const within = async () => {
        await stores.users.lock(id);
        return atOnce();
      };
      expect(await stores.unitOfWork.run(within)).toMatchObject({ id });
    });

    it('locks an account together with the one that has an address', async () => {
      const [one, other] = [await storedPerson(stores, 'both-1'), await storedPerson(stores, 'both-2')];
      const both = () => stores.users.lockBoth(one.id, 'both-2@people.example');
      expect(await stores.unitOfWork.run(both)).toMatchObject({ id: one.id });
      expect(await whileOpen(stores, both, () => stores.users.lock(other.id))).toEqual(['first', 'later']);
    });

    it('lets many hold an account, and nobody change it meanwhile', async () => {
      const { id } = await storedPerson(stores, 'held');
      const both = await twice(stores, () => stores.users.hold(id));
      expect(both.map((user) => user?.id)).toEqual([id, id]);
      expect(
        await whileOpen(
          stores,
          () => stores.users.hold(id),
          () => raised(id),
        ),
      ).toEqual(['first', 'later']);
    });

    it('fails one of two units of work that wait for each other', async () => {
      const [one, other] = [await storedPerson(stores, 'circle-1'), await storedPerson(stores, 'circle-2')];
      const inOrder = (ids: readonly number[]) =>
        stores.unitOfWork.run(async () => {
          for (const id of ids) await stores.users.lock(id);
        });
      const outcomes = await Promise.allSettled([inOrder([one.id, other.id]), inOrder([other.id, one.id])]);
      expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(1);
    });

    it('replaces a hash only while it is the old one', async () => {
      const { id } = await storedPerson(stores, 'rehashed', { passwordHash: 'old' });
      await stores.users.replaceHash(id, 'other', 'new');
      expect(await stores.users.find(id)).toMatchObject({ passwordHash: 'old' });
      await stores.users.replaceHash(id, 'old', 'new');
      expect(await stores.users.find(id)).toMatchObject({ passwordHash: 'new', trustEpoch: 1 });
    });

    it('locks the active system administrators alone', async () => {
      const admin = await storedPerson(stores, 'sys-1', { isSystemAdmin: true });
      const disabled = await storedPerson(stores, 'sys-2', { isSystemAdmin: true });
      await stores.users.save(disabled.disable(stores.clock.now()));
      const locked = await stores.unitOfWork.run(() => stores.users.lockSystemAdmins());
      expect(locked).toContain(admin.id);
      expect(locked).not.toContain(disabled.id);
      const order = await whileOpen(
        stores,
        () => stores.users.lockSystemAdmins(),
        () => stores.users.lock(admin.id),
      );
      expect(order).toEqual(['first', 'later']);
    });

    it('pages accounts by id, those of whose name, username and address words begin so', async () => {
      const [one, other] = [await storedPerson(stores, 'page_ána'), await storedPerson(stores, 'page_ben')];
      const page = await stores.users.pageOf('page', { page: 1, limit: 1 });
      expect([page.total, page.items.map(({ id }) => id)]).toEqual([2, [one.id]]);
      const found = async (search: string): Promise<readonly number[]> =>
        (await stores.users.pageOf(search, { page: 1, limit: 10 })).items.map(({ id }) => id);
      expect(await found('page_ben@people')).toEqual([other.id]);
      expect(await found('PAGE ÁN')).toEqual([one.id]);
      for (const nobodys of ['age_ben', '@ % _', "'page':* | 'x"]) expect([nobodys, await found(nobodys)]).toEqual([nobodys, []]);
      await stores.users.save(other.showAs('Benedikta Núñez-O’Hara', 'organization', stores.clock.now()));
      for (const theirs of ['nun ben', 'Núñez', 'hara page', "'ben' & !o"])
        expect([theirs, await found(theirs)]).toEqual([theirs, [other.id]]);
    });

    describe('and mailed tokens', () => {
      const issued = (user: User, requestId = stores.mailedTokens.newRequestId()) =>
        MailedToken.forPassword(user, { requestId, tokenHash: mintToken().hash }, stores.clock.now());

      it('answers a request once, replaces the older token of its purpose, and spends a token once', async () => {
        const { mailedTokens } = stores;
        const user = await storedPerson(stores, 'mailed');
        const [first, second] = [issued(user), issued(user)];
        expect(await mailedTokens.issue(first)).toBe(true);
        expect(await mailedTokens.issue(issued(user, first.requestId))).toBe(false);
        expect(await mailedTokens.find('email_verification', first.tokenHash)).toBeNull();
        expect(await mailedTokens.find('password_reset', first.tokenHash)).toMatchObject({ userId: user.id });
        expect(await mailedTokens.issue(second)).toBe(true);
        expect(await mailedTokens.find('password_reset', first.tokenHash)).toBeNull();
        expect(await mailedTokens.spend(first)).toBe(false);
        const spent = await twice(stores, () => mailedTokens.spend(second));
        expect(spent.sort()).toEqual([false, true]);
        expect(await mailedTokens.find('password_reset', second.tokenHash)).toBeNull();
        expect(await mailedTokens.issue(issued(user, second.requestId))).toBe(false);
      });
    });

    describe('and counts of failures', () => {
      const action: ThrottledAction = {
        scope: 'contract',
        freeFailures: 2,
        firstWaitSeconds: 10,
        longestWaitSeconds: 25,
        forgivenInSeconds: 100,
        subject: 'one',
        clearedBySuccess: true,
      };
      const fail = (one: ThrottledAction) => stores.throttle.settle([one], 'failure');

      it('lets a few fail for free, then doubles the wait up to the longest, and refuses meanwhile', async () => {
        expect([await fail(action), await fail(action), await stores.throttle.waitSeconds([action])]).toEqual([0, 0, 0]);
        expect([await fail(action), await stores.throttle.waitSeconds([action])]).toEqual([0, 10]);
        expect([await fail(action), await stores.throttle.settle([action], 'success')]).toEqual([10, 10]);
        stores.clock.advance({ seconds: 10 });
        expect([await fail(action), await stores.throttle.lock([action])]).toEqual([0, 20]);
        stores.clock.advance({ seconds: 20 });
        expect([await fail(action), await stores.throttle.waitSeconds([action])]).toEqual([0, 25]);
      });

      it('forgives with time, and with a success where that clears', async () => {
        const [cleared, kept] = [
          { ...action, subject: 'cleared' },
          { ...action, subject: 'kept', clearedBySuccess: false },
        ];
        for (const one of [cleared, kept]) for (const _ of [1, 2]) await fail(one);
        expect(await stores.throttle.settle([cleared, kept], 'success')).toBe(0);
        await fail(cleared);
        await fail(kept);
        expect([await stores.throttle.waitSeconds([cleared]), await stores.throttle.waitSeconds([kept])]).toEqual([0, 10]);
        stores.clock.advance({ seconds: 100 });
        await fail(kept);
        expect(await stores.throttle.waitSeconds([kept])).toBe(0);
      });

      it('counts simultaneous failures one by one, and wider networks with more patience', async () => {
        const burst = { ...action, subject: 'burst' };
        const waits = await Promise.all([1, 2, 3, 4, 5].map(() => stores.unitOfWork.run(() => fail(burst))));
        expect(waits.sort()).toEqual([0, 0, 0, 10, 10]);
        const unlocked = { ...burst, scope: 'contract_unlocked', clearedBySuccess: false };
        await Promise.all([1, 2, 3].map(() => stores.unitOfWork.run(() => fail(unlocked))));
        expect(await stores.throttle.waitSeconds([unlocked])).toBe(10);
        const from = (subject: string) => ({ ...action, scope: 'contract_network', subject, isNetwork: true });
        for (const part of [0, 1, 2, 3, 4, 5, 6, 7, 8]) await fail(from(`2001:db8:1:${part}::/64`));
        expect(await stores.throttle.waitSeconds([from('2001:db8:1:ff::/64')])).toBe(10);
        expect(await stores.throttle.waitSeconds([from('2001:db8:1:100::/64')])).toBe(0);
      });
    });
  });
}

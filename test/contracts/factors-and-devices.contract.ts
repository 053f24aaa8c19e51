import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { User } from '../../src/accounts/domain/user.js';
import { Activation } from '../../src/devices/domain/activation.js';
import { Device } from '../../src/devices/domain/device.js';
import { Challenge } from '../../src/mfa/domain/challenge.js';
import type { TotpFactor, WebauthnFactor } from '../../src/mfa/domain/factor.js';
import { CredentialRegisteredAlready } from '../../src/mfa/domain/mfa.errors.js';
import { openSession } from '../../src/sessions/domain/session.js';
import { mintToken } from '../../src/shared/one-time-token.js';
import { storedPerson } from '../support/stored-person.js';
import { type OpenStores, type Stores, type StoresUnderTest, twice, whileOpen } from './stores.js';

/** What keeps second factors and trusted devices must do. */
export function factorsAndDevicesContract(name: string, open: OpenStores): void {
  describe(`${name} as the place for factors and devices`, () => {
    let subject: StoresUnderTest;
    let stores: Stores;
    let user: User;
    let people = 0;
    beforeAll(async () => {
      subject = await open();
      stores = subject.stores;
    });
    beforeEach(async () => {
      user = await storedPerson(stores, `holder-${++people}`);
    });
    afterAll(() => subject.close());
    const now = () => stores.clock.now();
    const locked = <T>(lock: () => Promise<T>) => stores.unitOfWork.run(lock);
    const session = async (): Promise<number> => {
      const authentication = { amr: ['pwd'], acr: 'aal1', authenticatedAt: now(), mfaAt: null } as const;
      const origin = { ip: null, userAgent: null, deviceName: 'Test' };
      const input = {
        userId: user.id,
        deviceId: null,
        signOn: null,
        refreshTokenHash: mintToken().hash,
        authentication,
        origin,
      };
      const lifetime = { idleSeconds: 3600, absoluteSeconds: 3600 };
      return (await stores.sessions.open(openSession({ ...input, longestSeconds: null }, lifetime), user.trustEpoch)) ?? 0;
    };
    const totp = async (confirmedAt: Date | null): Promise<TotpFactor> => {
      const id = await stores.factors.nextId();
      const secretSealed = stores.factors.sealSecret(id, 'JBSWY3DPEHPK3PXP');
      const times = { createdAt: now(), confirmedAt, lastUsedAt: null, lastTimeStep: null };
      const factor = { id, userId: user.id, type: 'totp', name: 'App', secretSealed, ...times } as const;
      await stores.factors.add(factor);
      return factor;
    };
    const passkey = async (credentialId: string): Promise<WebauthnFactor> => {
      const times = { createdAt: now(), confirmedAt: now(), lastUsedAt: null };
      const credential = { credentialId, publicKey: new Uint8Array([1, 2]), signCount: 0, transports: [] };
      const id = await stores.factors.nextId();
      const factor = { id, userId: user.id, type: 'webauthn', name: 'Key', ...times, ...credential } as const;
      await stores.factors.add(factor);
      return factor;
    };
    const ids = (all: readonly { id: number }[]) => all.map(({ id }) => id);

    it('counts confirmed factors alone, in their order, and those of one account', async () => {
      const { factors } = stores;
      const [waiting, confirmed, key] = [await totp(null), await totp(now()), await passkey(`key-${people}`)];
      expect(ids(await factors.confirmedOf(user.id))).toEqual([confirmed.id, key.id]);
      expect(ids(await locked(() => factors.lockConfirmed(user.id)))).toEqual([confirmed.id, key.id]);
      expect(await factors.find(waiting.id, user.id + 1)).toBeNull();
      const found = await factors.find(waiting.id, user.id);
      expect(found?.type === 'totp' && factors.secretOf(found)).toBe('JBSWY3DPEHPK3PXP');
      expect(() => factors.secretOf({ ...confirmed, id: waiting.id })).toThrow();
      expect([await factors.confirm(waiting.id, now(), 7), await factors.confirm(0, now(), 7)]).toEqual([true, false]);
      expect(await factors.find(waiting.id, user.id)).toMatchObject({
        confirmedAt: now(),
        lastTimeStep: 7,
        lastUsedAt: now(),
      });
      await factors.used(key.id, { signCount: 3 }, now());
      expect(await factors.find(key.id, user.id)).toMatchObject({ signCount: 3, lastUsedAt: now() });
    });

    it('gives a passkey to one account', async () => {
      await passkey(`same-${people}`);
      user = await storedPerson(stores, `second-${people}`);
      await expect(passkey(`same-${people}`)).rejects.toThrow(CredentialRegisteredAlready);
    });

    it('removes one factor, those that were begun, or all, and counts what was confirmed', async () => {
      const { factors } = stores;
      const [begun, gone, left] = [await totp(null), await totp(now()), await totp(now())];
      await factors.removeUnconfirmed(user.id);
      await factors.remove(gone.id);
      expect([await factors.find(begun.id, user.id), ids(await factors.confirmedOf(user.id))]).toEqual([null, [left.id]]);
      await totp(null);
      expect([await factors.removeAll(user.id), await factors.removeAll(user.id)]).toEqual([1, 0]);
    });

    it('lets codes of one account be judged in turns', async () => {
      await totp(now());
      const lock = () => stores.factors.lockConfirmed(user.id);
      expect(await whileOpen(stores, lock, lock)).toEqual(['first', 'later']);
    });

    it('uses a recovery code of its account once, and forgets all with new ones', async () => {
      const { recoveryCodes } = stores;
      const [one, other] = [mintToken().hash, mintToken().hash];
      await recoveryCodes.replace(user.id, [one, other]);
      expect([await recoveryCodes.left(user.id), await recoveryCodes.isUnused(user.id + 1, one)]).toEqual([2, false]);
      const used = await twice(stores, () => recoveryCodes.use(user.id, one, now()));
      expect(used.sort()).toEqual([false, true]);
      expect([await recoveryCodes.left(user.id), await recoveryCodes.isUnused(user.id, one)]).toEqual([1, false]);
      await recoveryCodes.replace(user.id, []);
      expect(await recoveryCodes.isUnused(user.id, other)).toBe(false);
    });

    it('lets answers to a challenge take turns', async () => {
      const { challenges } = stores;
      const { hash } = mintToken();
      const begun = { tokenHash: hash, userId: user.id, trustEpoch: 1, deviceTokenHash: null, deviceTokenIsNew: false };
      await challenges.add(Challenge.begin(begun, now()));
      await twice(stores, async () => {
        const challenge = await challenges.lock(hash);
        if (challenge !== null) await challenges.save(challenge.fail(now()));
      });
      expect(await locked(() => challenges.lock(hash))).toMatchObject({ failures: 2, userId: user.id });
      expect(await locked(() => challenges.lock(mintToken().hash))).toBeNull();
    });

    it('has one ceremony of a purpose for a session, which is taken once and in time', async () => {
      const { ceremonies } = stores;
      const sessionId = await session();
      const begin = (webauthnChallenge: string) =>
        ceremonies.begin({
          sessionId,
          purpose: 'step_up',
          webauthnChallenge,
          expiresAt: new Date(now().getTime() + 1000),
        });
      await begin('older');
      await begin('newer');
      expect(await ceremonies.take(sessionId, 'registration', now())).toBeNull();
      const taken = await twice(stores, () => ceremonies.take(sessionId, 'step_up', now()));
      expect(taken.sort()).toEqual(['newer', null]);
      await begin('late');
      stores.clock.advance({ seconds: 1 });
      expect(await ceremonies.take(sessionId, 'step_up', now())).toBeNull();
      await ceremonies.begin({
        sessionId: 2_000_000_000,
        purpose: 'step_up',
        webauthnChallenge: 'x',
        expiresAt: now(),
      });
    });

    const trusted = async (familyId: string, owner = user.id): Promise<Device> => {
      const id = await stores.devices.nextId();
      const pending = Device.pending({ id, userId: owner, familyId: null, name: 'Laptop', trustEpoch: 1 }, now());
      await stores.devices.save(pending);
      const device = pending.activate(familyId, { trustEpoch: 1, trustEndedAt: null, trustDays: null }, now());
      await stores.devices.save(device);
      return device;
    };

    it('finds devices by their owner and family, and leaves pending ones out of lists', async () => {
      const { devices } = stores;
      const family = stores.deviceTokens.newFamilyId();
      const device = await trusted(family);
      for (const find of [
        (owner: number) => locked(() => devices.lock(device.id, owner)),
        (owner: number) => locked(() => devices.lockOfFamily(family, owner)),
      ])
        expect([await find(user.id), await find(user.id + 1)]).toEqual([device, null]);
      const neighbour = await storedPerson(stores, `neighbour-${people}`);
      const shared = await trusted(family, neighbour.id);
      expect(ids(await locked(() => devices.lockTrustedOfFamily(family)))).toEqual([device.id, shared.id]);
      await devices.save(shared.revoke(now()));
      expect(ids(await locked(() => devices.lockTrustedOfFamily(family)))).toEqual([device.id]);
      const id = await devices.nextId();
      await devices.save(Device.pending({ id, userId: user.id, familyId: null, name: 'New', trustEpoch: 1 }, now()));
      expect(await devices.pageOf(user.id, { page: 1, limit: 10 })).toEqual({ items: [device], total: 1 });
      const lock = () => devices.lock(device.id, user.id);
      expect(await whileOpen(stores, lock, lock)).toEqual(['first', 'later']);
    });

    it('knows the device of a token, for one account, and keeps the family that claimed it first', async () => {
      const { deviceTokens } = stores;
      const family = deviceTokens.newFamilyId();
      const device = await trusted(family);
      const { hash } = mintToken();
      const [first, second] = await Promise.all([deviceTokens.claim(hash, family), deviceTokens.claim(hash, family)]);
      expect([first, second, await deviceTokens.claim(hash, deviceTokens.newFamilyId())]).toEqual([family, family, family]);
      expect(await deviceTokens.holder(hash, user.id)).toEqual({ device, replacedAt: null });
      expect(await deviceTokens.holder(hash, user.id + 1)).toBeNull();
      await deviceTokens.replace(hash, now());
      expect(await deviceTokens.find(hash)).toEqual({ familyId: family, replacedAt: now() });
      expect(await deviceTokens.lockHolder(hash, user.id)).toEqual({ device, replacedAt: now() });
      const lock = () => deviceTokens.lockHolder(hash, user.id);
      expect(await whileOpen(stores, lock, lock)).toEqual(['first', 'later']);
      await stores.devices.removeAll(user.id);
      expect([await deviceTokens.find(hash), await deviceTokens.holder(hash, user.id)]).toEqual([null, null]);
    });

    it('lets answers to an offer take turns, voids open offers, and forgets a device that is gone', async () => {
      const { activations } = stores;
      const device = await trusted(stores.deviceTokens.newFamilyId());
      const offer = async () => {
        const { hash } = mintToken();
        const input = {
          tokenHash: hash,
          deviceId: device.id,
          userId: user.id,
          sessionId: await session(),
          deviceTokenHash: null,
        };
        await activations.add(Activation.offer({ ...input, trustEpoch: 1 }, now()));
        return hash;
      };
      const [misused, used] = [await offer(), await offer()];
      await twice(stores, async () => {
        const activation = await activations.lock(misused);
        if (activation !== null) await activations.save(activation.recordMisuse());
      });
      const activation = await activations.find(used);
      if (activation !== null) await activations.save(activation.use(1, now()));
      await activations.voidOpen(device.id);
      expect(await activations.find(misused)).toMatchObject({ misuses: 2, status: 'void' });
      expect(await activations.find(used)).toMatchObject({ status: 'used', deviceId: device.id });
      await stores.devices.remove(device.id);
      expect(await locked(() => activations.lock(used))).toMatchObject({ deviceId: null });
    });
  });
}

import { beforeEach, describe, expect, it } from '@jest/globals';
import { Scene } from '../../../test/fakes/scene.js';
import type { User } from '../../accounts/domain/user.js';
import type { Caller } from '../../shared/caller.js';
import { RateLimited, Unauthorized } from '../../shared/domain-error.js';
import { hashToken, mintToken } from '../../shared/one-time-token.js';
import { ActivationWindowExpired, DeviceNotFound, InvalidActivationToken } from '../domain/device.errors.js';
import { type ActivatedDevice, ActivateDevice } from './activate-device.js';
import { ListDevices } from './list-devices.js';
import { OfferActivation } from './offer-activation.js';
import { RecogniseDevice } from './recognise-device.js';
import { RenameDevice } from './rename-device.js';
import { RevokeDevice } from './revoke-device.js';
import { SkipActivation } from './skip-activation.js';

describe('trusted devices', () => {
  let scene: Scene;
  let user: User;
  let caller: Caller;
  beforeEach(async () => {
    scene = new Scene();
    user = await scene.person('olivia');
    caller = await scene.session(user);
  });
  const offered = async (deviceToken: string | null = null): Promise<string> => {
    const from = { userId: user.id, sessionId: caller.sessionId, deviceTokenHash: hashToken(deviceToken) };
    const offer = await scene.unitOfWork.run(() => scene.use(OfferActivation).execute({ ...from, deviceName: 'Firefox on Linux' }));
    if (offer === null) throw new Error('Nothing was offered.');
    return offer.activationToken;
  };
  const activate = (activationToken: string, deviceToken: string | null = null, by = caller): Promise<ActivatedDevice> =>
    scene.use(ActivateDevice).execute({ caller: by, activationToken, deviceToken });
  const skip = (activationToken: string): Promise<void> =>
    scene.use(SkipActivation).execute({ caller, activationToken, deviceToken: null });
  const recognise = (token: string | null, of = user, keepsCookies = false) =>
    scene.use(RecogniseDevice).execute({ userId: of.id, token, keepsCookies });
  const listed = async () => (await scene.use(ListDevices).execute(caller, { page: 1, limit: 10 })).items;

  describe('the activation', () => {
    it('refuses tokens that are unknown, used, or shown by another session, device or person; five times, then for good', async () => {
      await expect(activate('x')).rejects.toThrow(InvalidActivationToken);
      await expect(activate(mintToken().token)).rejects.toThrow(InvalidActivationToken);
      const own = mintToken().token;
      const token = await offered(own);
      const stranger = await scene.session(await scene.person('oscar'));
      const misuses = [
        () => activate(token, own, stranger),
        async () => activate(token, own, await scene.session(user)),
        () => activate(token, mintToken().token),
        () => activate(token, null),
      ];
      for (const misuse of misuses) await expect(misuse()).rejects.toThrow(InvalidActivationToken);
      expect((await listed()).length).toBe(0);
      await expect(activate(token, 'malformed')).rejects.toThrow(InvalidActivationToken);
      await expect(activate(token, own)).rejects.toThrow(InvalidActivationToken);
      expect(await scene.recorded('device.activated')).toEqual([
        'refused unknown',
        'refused unknown',
        ...Array<string>(5).fill('refused misused'),
        'refused used',
      ]);
    });

    it('has a person wait who goes on with wrong tokens', async () => {
      for (let tries = 0; tries < 51; tries += 1) await expect(activate('x')).rejects.toThrow(InvalidActivationToken);
      await expect(activate('x')).rejects.toThrow(RateLimited);
      expect((await scene.recorded('device.activated')).at(-1)).toBe('refused throttled');
    });

    it('comes too late after five minutes, and is over with a change of credentials, by skipping, and with the session', async () => {
      const late = await offered();
      scene.clock.advance({ minutes: 5 });
      await expect(activate(late)).rejects.toThrow(ActivationWindowExpired);
      const skipped = await offered();
      await skip(skipped);
      await expect(activate(skipped)).rejects.toThrow(DeviceNotFound);
      expect(await scene.recorded('device.activation_skipped')).toEqual(['success']);
      const outdated = await offered();
      await scene.users.save(user.changePassword('now:x', scene.clock.now()));
      await expect(activate(outdated)).rejects.toThrow(DeviceNotFound);
      await scene.sessions.end({ id: caller.sessionId, userId: user.id }, 'revoked', scene.clock.now());
      await expect(activate(outdated)).rejects.toThrow(Unauthorized);
      expect(await scene.mailed()).toEqual([]);
    });

    it('is refused when an organization has come to allow no trust meanwhile', async () => {
      const token = await offered();
      const { id } = await scene.organization(user);
      const found = await scene.organizations.find(id);
      if (found !== null) await scene.organizations.save({ ...found, deviceTrustDays: 0 });
      await expect(activate(token)).rejects.toThrow(DeviceNotFound);
    });

    it('trusts one device for a token, however often it is sent at once, and tells the owner', async () => {
      const token = await offered();
      const outcomes = await Promise.allSettled([activate(token), activate(token), activate(token)]);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await listed()).toMatchObject([{ device: { name: 'Firefox on Linux', status: 'trusted' }, trustEnd: null }]);
      expect(await scene.mailed()).toEqual([expect.stringContaining(user.email)]);
      expect((await scene.recorded('device.activated')).filter((one) => one === 'success')).toHaveLength(1);
      const [entry] = await listed();
      expect(await scene.live(user.id, caller.sessionId)).toMatchObject({ deviceId: entry?.device.id });
    });

    it('replaces the token that others may know, which then identifies nothing', async () => {
      const known = mintToken().token;
      const { device, newToken } = await activate(await offered(known), known);
      expect(newToken).not.toBe(known);
      expect(await recognise(newToken)).toMatchObject({ deviceId: device.id });
    });
  });

  describe('a login', () => {
    const trusted = async (): Promise<{ id: number; token: string }> => {
      const { device, newToken } = await activate(await offered());
      return { id: device.id, token: newToken };
    };

    it('is recognised by the token of this account alone, and gets the next token', async () => {
      const { id, token } = await trusted();
      expect(await recognise(token, await scene.person('oscar'))).toMatchObject({ deviceId: null, newToken: null });
      expect(await recognise(null)).toEqual({ deviceId: null, tokenHash: null, newToken: null });
      expect((await recognise('malformed', user, true)).newToken).toEqual(expect.any(String));
      const first = await recognise(token);
      expect([first.deviceId, first.newToken === token]).toEqual([id, false]);
      expect(await scene.recorded('device.recognised')).toEqual(['success']);
    });

    it('gives two tabs that race the same next token', async () => {
      const { id, token } = await trusted();
      const tabs = await Promise.all([1, 2].map(() => recognise(token)));
      expect(tabs.map(({ deviceId }) => deviceId)).toEqual([id, id]);
      expect(new Set(tabs.map(({ newToken }) => newToken)).size).toBe(1);
      const newToken = tabs[0]?.newToken ?? null;
      expect(await recognise(newToken)).toMatchObject({ deviceId: id });
      expect((await recognise(token)).deviceId).toBe(id);
    });

    it('with a token that was replaced long ago ends the trust and the sessions of everybody on the browser', async () => {
      const { token } = await trusted();
      await recognise(token);
      scene.clock.advance({ seconds: 31 });
      expect(await recognise(token)).toEqual({ deviceId: null, tokenHash: null, newToken: null });
      expect(await scene.live(user.id, caller.sessionId)).toBeNull();
      expect(await scene.deviceRows.devices.all()).toMatchObject([{ status: 'revoked' }]);
      expect(await scene.recorded('device.token_reused')).toEqual(['refused']);
      expect(await scene.recorded('session.all_ended')).toEqual(['success device_stolen']);
      expect((await scene.mailed()).length).toBe(2);
    });

    it('is strange again after revocation, a change of credentials, or the days that an organization allows', async () => {
      const { id, token } = await trusted();
      await scene.use(RevokeDevice).execute({ caller, deviceId: id });
      expect(await recognise(token)).toMatchObject({ deviceId: null });
      const other = await trusted();
      const organization = await scene.organization(user);
      const found = await scene.organizations.find(organization.id);
      if (found !== null) await scene.organizations.save({ ...found, deviceTrustDays: 1 });
      scene.clock.advance({ hours: 23 });
      const next = (await recognise(other.token)).newToken;
      expect(next).not.toBeNull();
      scene.clock.advance({ hours: 1 });
      expect(await recognise(next)).toMatchObject({ deviceId: null });
      const last = await trusted();
      await scene.users.save(user.changeFactors(scene.clock.now()));
      expect(await recognise(last.token)).toMatchObject({ deviceId: null });
    });
  });

  describe('in the list of their owner', () => {
    it('are renamed and revoked by nobody else, and not while they are pending', async () => {
      const { device } = await activate(await offered());
      await offered();
      const pending = (await scene.deviceRows.devices.one(({ status }) => status === 'pending'))?.id ?? 0;
      const stranger = await scene.session(await scene.person('oscar'));
      for (const [by, deviceId] of [
        [stranger, device.id],
        [caller, pending],
        [caller, 0],
      ] as const) {
        await expect(scene.use(RenameDevice).execute({ caller: by, deviceId, name: 'Mine' })).rejects.toThrow(DeviceNotFound);
        await expect(scene.use(RevokeDevice).execute({ caller: by, deviceId })).rejects.toThrow(DeviceNotFound);
      }
      expect(await listed()).toMatchObject([{ device: { name: 'Firefox on Linux', status: 'trusted' } }]);
      expect(await scene.recorded('device.renamed')).toEqual(Array(3).fill('refused DeviceNotFound'));
      expect(await scene.recorded('device.revoked')).toEqual(Array(3).fill('refused DeviceNotFound'));
    });

    it('get a name, and lose trust once while sessions and their first date of revocation stay', async () => {
      const { device } = await activate(await offered());
      await scene.use(RenameDevice).execute({ caller, deviceId: device.id, name: 'Mine' });
      const open = await offered();
      const revoke = () => scene.use(RevokeDevice).execute({ caller, deviceId: device.id });
      await revoke();
      const revokedAt = scene.clock.now();
      scene.clock.advance({ minutes: 1 });
      await revoke();
      expect(await listed()).toMatchObject([{ device: { name: 'Mine', status: 'revoked' }, trustEnd: revokedAt }]);
      expect(await scene.live(user.id, caller.sessionId)).not.toBeNull();
      expect([await scene.recorded('device.renamed'), await scene.recorded('device.revoked')]).toEqual([['success'], ['success']]);
      // That offer was for another device.
      await activate(open);
    });

    it('are not trusted by an offer that was made before the revocation', async () => {
      const first = await activate(await offered());
      const open = await offered(first.newToken);
      await scene.use(RevokeDevice).execute({ caller, deviceId: first.device.id });
      await expect(activate(open, first.newToken)).rejects.toThrow(DeviceNotFound);
    });
  });
});

import { beforeEach, describe, expect, it } from '@jest/globals';
import { Scene } from '../../../test/fakes/scene.js';
import type { User } from '../../accounts/domain/user.js';
import type { Caller } from '../../shared/caller.js';
import { AddressNotProved, NotFound, Unauthorized } from '../../shared/domain-error.js';
import { MOST_FACTORS } from '../domain/factor.js';
import {
  AttestationRefused,
  CredentialRegisteredAlready,
  FactorConfirmedAlready,
  PasswordLoginNeeded,
  TooManyFactors,
  WrongFactorCode,
} from '../domain/mfa.errors.js';
import { BeginRegistration } from './begin-registration.js';
import { ConfirmTotp } from './confirm-totp.js';
import { EnrolTotp, type TotpEnrolment } from './enrol-totp.js';
import { RegisterWebauthn } from './register-webauthn.js';

const ADDED = 'mfa.factor_added';

describe('the enrolment of a second factor', () => {
  let scene: Scene;
  let user: User;
  let caller: Caller;
  beforeEach(async () => {
    scene = new Scene();
    user = await scene.person('olivia');
    caller = await scene.session(user);
  });
  const enrol = (by = caller): Promise<TotpEnrolment> => scene.use(EnrolTotp).execute({ caller: by, name: 'App' });
  const confirm = (factorId: number, code: string, by = caller) => scene.use(ConfirmTotp).execute({ caller: by, factorId, code });
  const codeOf = ({ secret }: TotpEnrolment): string => scene.totp.codeAt(secret, scene.clock.now());
  const counted = async (of = user): Promise<number> => (await scene.factors.confirmedOf(of.id)).length;

  describe('by an app', () => {
    it('counts nothing before its code was shown, and one enrolment replaces the other', async () => {
      const older = await enrol();
      const newer = await enrol();
      expect(await counted()).toBe(0);
      await expect(confirm(older.factorId, codeOf(older))).rejects.toThrow(NotFound);
      await expect(confirm(newer.factorId, '000000')).rejects.toThrow(WrongFactorCode);
      const oscar = await scene.session(await scene.person('oscar'));
      await expect(confirm(newer.factorId, codeOf(newer), oscar)).rejects.toThrow(NotFound);
      expect([await counted(), await scene.mailed(), await scene.users.find(user.id)]).toMatchObject([0, [], { trustEpoch: 1 }]);
      expect(await scene.recorded(ADDED)).toEqual(['refused NotFound', 'refused WrongFactorCode', 'refused NotFound']);
    });

    it('ends other sessions and device trust, tells the owner, and shows recovery codes with the first one', async () => {
      const other = await scene.session(user);
      const enrolment = await enrol();
      const codes = await confirm(enrolment.factorId, codeOf(enrolment));
      expect([codes?.length, await counted(), await scene.recoveryCodes.left(user.id)]).toEqual([10, 1, 10]);
      expect(await scene.live(user.id, other.sessionId)).toBeNull();
      expect(await scene.live(user.id, caller.sessionId)).not.toBeNull();
      expect(await scene.users.find(user.id)).toMatchObject({ trustEpoch: 2 });
      expect(await scene.mailed()).toEqual([expect.stringContaining(user.email)]);
      expect([await scene.recorded('mfa.enrolment_begun'), await scene.recorded(ADDED)]).toEqual([['success'], ['success']]);
      expect(scene.consent.endedResets).toEqual([user.id]);
      const second = await enrol();
      expect(await confirm(second.factorId, codeOf(second))).toBeNull();
    });

    it('takes a code for one confirmation, however many show it at once', async () => {
      const enrolment = await enrol();
      const outcomes = await Promise.allSettled([1, 2, 3].map(() => confirm(enrolment.factorId, codeOf(enrolment))));
      const reasons = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.constructor] : []));
      expect(reasons).toEqual([FactorConfirmedAlready, FactorConfirmedAlready]);
      expect([await counted(), (await scene.mailed()).length]).toEqual([1, 1]);
    });

    it('is refused in a session that ended while it waited', async () => {
      const enrolment = await enrol();
      await scene.sessions.end({ id: caller.sessionId, userId: user.id }, 'revoked', scene.clock.now());
      await expect(confirm(enrolment.factorId, codeOf(enrolment))).rejects.toThrow(Unauthorized);
      expect([await counted(), await scene.users.find(user.id)]).toMatchObject([0, { trustEpoch: 1 }]);
    });

    it('is refused before the owner of an account has come, and by a provider where there is a password', async () => {
      const created = await scene.session(await scene.person('created', { provisionedBy: 1 }));
      await expect(enrol(created)).rejects.toThrow(AddressNotProved);
      const signOn = { connectionId: 7, identityId: 1, providerSessionId: null, idToken: null };
      await expect(enrol(await scene.session(user, { signOn }))).rejects.toThrow(PasswordLoginNeeded);
      expect(await scene.recorded('mfa.enrolment_begun')).toEqual(['refused AddressNotProved', 'refused PasswordLoginNeeded']);
      await scene.enrolled(user);
      await enrol(await scene.session(user, { signOn }));
    });

    it('is refused beyond the most that a person may have, once it counts too', async () => {
      const enrolment = await enrol();
      for (let factor = 0; factor < MOST_FACTORS; factor += 1) await scene.enrolled(user);
      await expect(enrol()).rejects.toThrow(TooManyFactors);
      await expect(confirm(enrolment.factorId, codeOf(enrolment))).rejects.toThrow(TooManyFactors);
      expect(await counted()).toBe(MOST_FACTORS);
    });
  });

  describe('by a passkey', () => {
    const begin = async (by = caller): Promise<string> => (await scene.use(BeginRegistration).execute(by)).challenge;
    const register = (challenge: string, id = 'key', by = caller) =>
      scene.use(RegisterWebauthn).execute({ caller: by, name: 'Key', attestation: { id, challenge } });

    it('takes the answer to the ceremony of this session, once and in time', async () => {
      const challenge = await begin();
      await expect(register(challenge, 'key', await scene.session(user))).rejects.toThrow(AttestationRefused);
      await expect(register('another')).rejects.toThrow(AttestationRefused);
      // It was judged once.
      await expect(register(challenge)).rejects.toThrow(AttestationRefused);
      const late = await begin();
      scene.clock.advance({ minutes: 5 });
      await expect(register(late)).rejects.toThrow(AttestationRefused);
      expect([await counted(), await scene.recorded(ADDED)]).toEqual([0, Array(4).fill('refused AttestationRefused')]);
      const { factor, recoveryCodes } = await register(await begin());
      expect([factor.credentialId, recoveryCodes?.length, await counted()]).toEqual(['key', 10, 1]);
      expect(await scene.recorded(ADDED)).toEqual([...Array<string>(4).fill('refused AttestationRefused'), 'success']);
    });

    it('is refused when any account has the passkey', async () => {
      await register(await begin());
      const oscar = await scene.person('oscar');
      const his = await scene.session(oscar);
      await expect(register(await begin(his), 'key', his)).rejects.toThrow(CredentialRegisteredAlready);
      expect([await counted(oscar), (await scene.users.find(oscar.id))?.trustEpoch]).toEqual([0, 1]);
    });
  });
});

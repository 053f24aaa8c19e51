import { beforeEach, describe, expect, it } from '@jest/globals';
import { PASSWORD, Scene } from '../../../test/fakes/scene.js';
import type { User } from '../../accounts/domain/user.js';
import { DomainError, RateLimited, SsoRequired, Unauthorized } from '../../shared/domain-error.js';
import { hashToken, mintToken } from '../../shared/one-time-token.js';
import { MfaRequired } from '../domain/session.js';
import type { TokenPair } from './issue-token-pair.js';
import { LogIn } from './log-in.js';
import type { LoginOutcome } from './refuse-login.js';

const ACTION = 'session.logged_in';
const HOME = '192.0.2.1';
const STRANGE = '198.51.100.1';

describe('LogIn', () => {
  let scene: Scene;
  let user: User;
  beforeEach(async () => {
    scene = new Scene();
    user = await scene.person('olivia');
  });
  const logIn = (login: string, password = PASSWORD, from: { ip?: string; token?: string | null } = {}): Promise<LoginOutcome> => {
    const { ip = HOME, token = null } = from;
    const origin = { ip, userAgent: null, deviceName: 'Firefox on Linux' };
    return scene.use(LogIn).execute({ login, password, origin, device: { token, keepsCookies: false } });
  };
  const isPair = ({ result }: LoginOutcome): boolean => !(result instanceof DomainError);
  const pairOf = ({ result }: LoginOutcome): TokenPair => {
    if (result instanceof DomainError) throw result;
    return result;
  };
  const failTimes = async (times: number, login: string, ip = HOME): Promise<void> => {
    for (let time = 0; time < times; time += 1) expect((await logIn(login, 'wrong', { ip })).result).toBeInstanceOf(Unauthorized);
  };

  it('answers alike, after the same work, for an unknown name, a wrong password, and accounts that are closed', async () => {
    const disabled = await scene.person('dora');
    await scene.users.save(disabled.disable(scene.clock.now()));
    const without = await scene.person('ines');
    await scene.users.save(without.withdrawPassword(scene.clock.now()));
    const answers = [await logIn('nobody'), await logIn('olivia', 'wrong'), await logIn('dora'), await logIn('ines')];
    expect(answers).toEqual(Array(4).fill({ result: new Unauthorized('The username or password is wrong.'), newDeviceToken: null }));
    expect([scene.hasher.verified.length, await scene.sessions.rows.all()]).toEqual([4, []]);
    expect(await scene.recorded(ACTION)).toEqual(Array(4).fill('refused wrong_credentials'));
  });

  it('records whose account it was, and never the name that was typed', async () => {
    await logIn('my secret password', 'x');
    await logIn('olivia', 'x');
    const events = (await scene.trail.events()).filter(({ action }) => action === ACTION);
    expect(events.map(({ target, actorUserId }) => [target, actorUserId])).toEqual([
      [undefined, null],
      [{ type: 'user', id: user.id }, null],
    ]);
    expect(JSON.stringify(events)).not.toContain('secret');
  });

  it('opens a session whose tokens are kept as hashes alone', async () => {
    const organization = await scene.organization(user);
    const pair = pairOf(await logIn('olivia'));
    expect(pair).toMatchObject({ expiresIn: 3600, user: { id: user.id, username: 'olivia', role: 'owner' } });
    expect(JSON.parse(pair.accessToken)).toMatchObject({
      sub: String(user.id),
      sid: pair.sessionId,
      amr: ['pwd'],
      acr: 'aal1',
    });
    const [session] = await scene.sessions.rows.all();
    expect(session).toMatchObject({ userId: user.id, ip: HOME, mfaAt: null, deviceId: null });
    expect(Buffer.from(session?.refreshTokenHash ?? [])).toEqual(hashToken(pair.refreshToken));
    expect(await scene.recorded(ACTION)).toEqual(['success']);
    expect(await scene.mailed()).toEqual([]);
    expect(organization.id).toBeGreaterThan(0);
  });

  it('has a name wait in a network after ten free failures, twice as long each time, whether or not there is such a name', async () => {
    for (const login of ['olivia', 'nobody']) {
      await failTimes(11, login);
      expect((await logIn(login, 'wrong')).result).toEqual(new RateLimited(1));
      scene.clock.advance({ seconds: 1 });
      await failTimes(1, login);
      expect((await logIn(login)).result).toEqual(new RateLimited(2));
      expect((await scene.recorded(ACTION)).at(-1)).toBe('refused throttled');
      scene.clock.advance({ seconds: 2 });
    }
  });

  it('judges no password while a name has to wait, and forgets the failures after a success', async () => {
    await failTimes(11, 'olivia');
    const { length } = scene.hasher.verified;
    expect((await logIn('olivia')).result).toBeInstanceOf(RateLimited);
    expect(scene.hasher.verified).toHaveLength(length);
    scene.clock.advance({ seconds: 1 });
    expect(isPair(await logIn('olivia'))).toBe(true);
    await failTimes(11, 'olivia');
  });

  it('leaves the owner their way in while a stranger guesses from elsewhere', async () => {
    await scene.session(user, { ip: HOME });
    await failTimes(11, 'olivia', STRANGE);
    expect(isPair(await logIn('olivia', PASSWORD, { ip: HOME }))).toBe(true);
  });

  it('refuses the hundredth guess at an account from many networks silently, the right one too', async () => {
    for (let guess = 0; guess < 101; guess += 1) {
      await scene.person(`passer-by-${guess}`).then((one) => scene.session(one, { ip: `203.0.113.${guess}` }));
      await failTimes(1, 'olivia', `203.0.113.${guess}`);
    }
    await scene.session(await scene.person('neighbour'), { ip: STRANGE });
    expect((await logIn('olivia', PASSWORD, { ip: STRANGE })).result).toEqual(new Unauthorized('The username or password is wrong.'));
    expect((await scene.recorded(ACTION)).at(-1)).toBe('refused too_many_guesses');
    await scene.session(user, { ip: HOME });
    expect(isPair(await logIn('olivia', PASSWORD, { ip: HOME }))).toBe(true);
    scene.clock.advance({ minutes: 1 });
    expect(isPair(await logIn('olivia', PASSWORD, { ip: STRANGE }))).toBe(true);
  });

  it('counts the failures of one network over many names, which a success of its own does not wipe', async () => {
    for (let name = 0; name < 101; name += 1) {
      await failTimes(1, `name-${name}`);
      if (name === 50) expect(isPair(await logIn('olivia'))).toBe(true);
    }
    expect((await logIn('olivia')).result).toEqual(new RateLimited(5));
    expect(isPair(await logIn('olivia', PASSWORD, { ip: STRANGE }))).toBe(true);
  });

  it('counts simultaneous guesses one by one, the right one among them', async () => {
    const guesses = Array.from({ length: 20 }, (_, guess) => logIn('olivia', guess === 13 ? PASSWORD : 'wrong'));
    const results = (await Promise.all(guesses)).map((outcome) => (isPair(outcome) ? 'pair' : outcome.result.constructor.name));
    // Eleven are judged before the wait begins, and the right one comes later.
    expect(results.filter((result) => result === 'Unauthorized')).toHaveLength(11);
    expect(results.filter((result) => result === 'RateLimited')).toHaveLength(9);
  });

  it('tells the owner once a day that strangers guess, and nobody of their own slip', async () => {
    await failTimes(3, 'olivia', STRANGE);
    expect(await scene.mailed()).toEqual([expect.stringContaining(user.email)]);
    scene.clock.advance({ days: 1 });
    await failTimes(1, 'olivia', STRANGE);
    expect(await scene.mailed()).toHaveLength(2);
    scene.clock.advance({ days: 1 });
    await scene.session(user, { ip: HOME });
    await failTimes(1, 'olivia', HOME);
    await failTimes(1, 'nobody', STRANGE);
    expect(await scene.mailed()).toHaveLength(2);
  });

  it('lets nobody in whom every organization has suspended, unless one invites them; and answers alike', async () => {
    const organization = await scene.organization(await scene.person('oscar'));
    await scene.join(organization, user, organization.role('viewer'));
    await scene.provisioned.suspend(organization.id, user.id, scene.clock.now());
    expect((await logIn('olivia')).result).toEqual(new Unauthorized('The username or password is wrong.'));
    expect(await scene.sessions.rows.all()).toEqual([]);
  });

  it('opens nothing for credentials that changed while they were verified', async () => {
    const verify = scene.hasher.verify.bind(scene.hasher);
    scene.hasher.verify = async (password, hash) => {
      await scene.users.save(user.changePassword('now:another', scene.clock.now()));
      return verify(password, hash);
    };
    expect((await logIn('olivia')).result).toEqual(new Unauthorized('The username or password is wrong.'));
    expect([await scene.sessions.rows.all(), await scene.recorded(ACTION)]).toEqual([[], ['refused credentials_changed']]);
  });

  it('sends people to single sign-on where that is required, for a wrong password as for the right one', async () => {
    scene.signOn.isRequired = true;
    for (const password of [PASSWORD, 'wrong']) expect((await logIn('olivia', password)).result).toBeInstanceOf(SsoRequired);
    expect([await scene.sessions.rows.all(), await scene.recorded(ACTION)]).toEqual([[], ['refused wrong_credentials']]);
  });

  it('asks for the second factor of an account that has one, and opens nothing before', async () => {
    await scene.enrolled(user);
    const { result } = await logIn('olivia');
    expect(result).toBeInstanceOf(MfaRequired);
    expect(result).toMatchObject({ extension: { mfa: { methods: ['totp'], expires_in: 300 } } });
    expect([await scene.sessions.rows.all(), await scene.recorded(ACTION)]).toEqual([[], ['refused mfa_required']]);
    expect((await logIn('olivia', PASSWORD, { token: mintToken().token })).result).toBeInstanceOf(MfaRequired);
  });
});

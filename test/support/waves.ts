import type { Answer } from './http-client.js';
import { addBreakGlass, addConnection, enforce, enrol, userIdOf } from './sign-on.js';
import { type TestApp, logIn } from './test-app.js';

const BASE = '/api/v1/sso/enforcement/migration-plan/1';

/** Organization 1 on its way: everything that a wave asks for is there, and adam, mia and vera are ready. */
export class Migration {
  private constructor(
    readonly app: TestApp,
    readonly connectionId: number,
    readonly ids: Readonly<Record<'adam' | 'mia' | 'vera', number>>,
    private token: string,
  ) {}

  static async prepare(app: TestApp): Promise<Migration> {
    const connectionId = await addConnection(app);
    await enforce(app, 'optional');
    for (const owner of ['olivia', 'nora']) await addBreakGlass(app, owner);
    for (const name of ['adam', 'vera']) await enrol(app, name);
    const ids = {
      adam: await userIdOf(app, 'adam'),
      mia: await userIdOf(app, 'mia'),
      vera: await userIdOf(app, 'vera'),
    };
    const { accessToken } = await logIn(app.http, 'sysadmin');
    return new Migration(app, connectionId, ids, accessToken);
  }

  /** The clock may have gone further than a token lives. */
  async logInAgain(): Promise<void> {
    this.token = (await logIn(this.app.http, 'sysadmin')).accessToken;
  }

  async plan(): Promise<void> {
    // A system administrator shows anew who they are when the clock has gone on.
    await this.logInAgain();
    const { status } = await this.app.http.post(BASE, undefined, { token: this.token });
    if (status !== 200) throw new Error(`The plan answered ${status}.`);
  }

  propose(body: object): Promise<Answer> {
    return this.app.http.post(`${BASE}/waves`, { name: 'Wave', ...body }, { token: this.token });
  }

  /** A wave of a plan that was made just now. @returns its number */
  async wave(body: object): Promise<number> {
    await this.plan();
    const { status, body: answer } = await this.propose(body);
    if (status !== 201) throw new Error(`The wave answered ${status} ${answer.code}.`);
    return answer.data.wave.number;
  }

  step(number: number, action: string, body?: object): Promise<Answer> {
    return this.app.http.post(`${BASE}/waves/${number}/${action}`, body, { token: this.token });
  }

  async read(number: number): Promise<Answer['body']> {
    return (await this.app.http.get(`${BASE}/waves/${number}`, { token: this.token })).body.data;
  }

  async statesOf(number: number): Promise<Record<string, string>> {
    const { members } = await this.read(number);
    return Object.fromEntries(members.map((one: { username: string; state: string }) => [one.username, one.state]));
  }

  /** Of a login with the password: 401 asks for the second factor, 403 for single sign-on. */
  async login(username: string): Promise<string> {
    const { status, body } = await this.app.http.post('/api/auth/login', {
      username,
      password: 'river-delta-headgate',
    });
    return status === 200 ? 'OK' : body.code;
  }
}

import { HeadgateClient, type LoginStep, unwrap } from '../../clients/typescript/dist/index.js';

interface Person {
  readonly username: string;
  readonly password: string;
  /** Asks the person for the six digits of the app. */
  askForCode(): string;
}

/** A program by an author who knows only the types. @returns the organizations of the person */
export async function organizationsOf(baseUrl: string, person: Person): Promise<readonly string[]> {
  const headgate = new HeadgateClient({ baseUrl });
  await goOn(await headgate.login({ username: person.username, password: person.password }), person);
  const { organizations } = unwrap(await headgate.GET('/api/v1/me'));
  return organizations.map(({ name }) => name);
}

async function goOn(login: LoginStep, person: Person): Promise<void> {
  switch (login.kind) {
    case 'tokens':
      return;
    case 'mfa':
      if (!login.methods.includes('totp')) throw new Error(`Log in with one of ${login.methods.join(', ')}.`);
      return goOn(await login.verify({ method: 'totp', code: person.askForCode() }), person);
    case 'sso':
      throw new Error(`Log in at ${login.sso?.start_url ?? 'your identity provider'}.`);
    case 'refused':
      throw login.error;
    default:
      login satisfies never;
  }
}

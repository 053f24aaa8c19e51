import { randomBytes } from 'node:crypto';
import type { Plan } from '../organizations/domain/organization.js';
import type { BuiltInRole } from '../organizations/domain/role.js';
import { mintScimToken } from '../scim/domain/scim-token.js';
import type { Fixed } from '../shared/sentence.js';

/** Fixed, so that the README's tour and any client can rely on it, on a machine that others cannot reach. */
export const DEMO_PASSWORD = 'river-delta-headgate';

/** What mia's authenticator app holds, so that a tour can compute its codes. */
export const DEMO_TOTP: { readonly user: DemoUser; readonly secret: string } = {
  user: 'mia',
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
};

/** For programs that speak MCP on the machine of whoever tries the demo: the Inspector, editors and command lines. */
export const DEMO_CLIENT = {
  clientId: 'headgate-demo',
  name: 'Demo client',
  redirectUris: ['127.0.0.1', 'localhost'].flatMap((host) => [`http://${host}/callback`, `http://${host}/oauth/callback`]),
  hasSecrets: false,
};

/** The token with which a directory provisions people into an organization, for `/scim/v2`. */
export const DEMO_SCIM_TOKEN: { readonly organization: string; readonly name: string; readonly text: string } = {
  organization: 'Delta Analytics',
  name: 'Demo directory',
  text: 'hgscim_demo-token-of-delta-analytics-not-a-secret0',
};

export interface DemoSecrets {
  readonly password: string;
  readonly totp: string;
  readonly scimToken: string;
}

/** Known to all readers of the README. */
export const PUBLISHED_SECRETS: DemoSecrets = {
  password: DEMO_PASSWORD,
  totp: DEMO_TOTP.secret,
  scimToken: DEMO_SCIM_TOKEN.text,
};

const BASE_32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** For a demo that others can reach. */
export function mintDemoSecrets(): DemoSecrets {
  const totp = Array.from(randomBytes(32), (byte) => BASE_32[byte % 32]).join('');
  // In hexadecimal, which cannot contain a name of theirs: such a password would be refused.
  return { password: randomBytes(16).toString('hex'), totp, scimToken: mintScimToken().text };
}

export const DEMO_USERS = ['sysadmin', 'olivia', 'adam', 'vera', 'mia', 'oscar', 'nora'] as const;

export type DemoUser = (typeof DEMO_USERS)[number];

/** `null`: nobody has said what the person is called, as with many accounts of programs and operators. */
export const DEMO_NAMES: Readonly<Record<DemoUser, string | null>> = {
  sysadmin: null,
  olivia: 'Olivia Okafor',
  adam: 'Adam Lindholm',
  vera: 'Vera Lindqvist',
  mia: 'Mia Brandt',
  oscar: 'Oscar Reyes',
  nora: 'Nora Haddad',
};

export const DEMO_ORGANIZATIONS: readonly {
  readonly name: string;
  readonly domain: string;
  readonly plan: Plan;
  readonly workspace: string | null;
  readonly owner: DemoUser;
  readonly members: Readonly<Partial<Record<DemoUser, BuiltInRole>>>;
  /** Each over the sample database. */
  readonly dataSource: string;
}[] = [
  {
    name: 'Delta Analytics',
    domain: 'delta.example',
    plan: 'enterprise',
    workspace: 'Hydrology',
    owner: 'olivia',
    members: { adam: 'admin', vera: 'viewer', mia: 'editor' },
    dataSource: 'Rivers of the world',
  },
  {
    name: 'Estuary Labs',
    domain: 'estuary.example',
    plan: 'professional',
    workspace: null,
    owner: 'oscar',
    members: {},
    dataSource: 'River atlas',
  },
];

/** Joins once the demo is furnished: no organization can require single sign-on before two owners can get in without it. */
export const SECOND_OWNER = {
  username: 'ruth',
  displayName: 'Ruth Amsel',
  email: 'ruth@delta.example',
  organization: 'Delta Analytics',
} as const;

/** All whose password is published. */
export const DEMO_USERNAMES: readonly string[] = [...DEMO_USERS, SECOND_OWNER.username];

export function emailOf(username: DemoUser): string {
  const home = DEMO_ORGANIZATIONS.find(({ owner, members }) => owner === username || members[username] !== undefined);
  return `${username}@${home?.domain ?? 'headgate.example'}`;
}

const ABOUT: Readonly<Record<DemoUser, Fixed>> = {
  sysadmin: 'system administrator',
  olivia: 'owner of Delta Analytics',
  adam: 'administrator of Delta Analytics',
  vera: 'viewer of Delta Analytics',
  mia: 'editor of Delta Analytics, with a second factor',
  oscar: 'owner of Estuary Labs',
  nora: 'member of no organization',
};

/** For a page that offers them. */
export const DEMO_ACCOUNTS: readonly { readonly username: string; readonly email: string; readonly about: Fixed }[] = [
  ...DEMO_USERS.map((username) => ({ username, email: emailOf(username), about: ABOUT[username] })),
  { username: SECOND_OWNER.username, email: SECOND_OWNER.email, about: 'second owner of Delta Analytics' },
];

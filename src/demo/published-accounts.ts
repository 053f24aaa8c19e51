import type { PublishedAccounts } from '../accounts/application/ports/published-accounts.js';
import type { Config } from '../platform/config/config.js';
import { DEMO_ORGANIZATIONS, DEMO_USERS, type DemoUser, PUBLISHED_SECRETS, SECOND_OWNER } from './demo-data.js';

/** A demo that others can reach has secrets of its own, and its page names no account. */
export function publishedAccounts({ demo, mode, http }: Config): PublishedAccounts {
  if (!demo || http.isOpen || mode === 'production') return { isDemo: demo, accounts: [], password: null };
  const accounts: { username: string; role: string }[] = DEMO_USERS.map((username) => ({ username, role: roleOf(username) }));
  accounts.push({ username: SECOND_OWNER.username, role: `second owner of ${SECOND_OWNER.organization}` });
  return { isDemo: true, accounts, password: PUBLISHED_SECRETS.password };
}

function roleOf(username: DemoUser): string {
  if (username === 'sysadmin') return 'system administrator';
  for (const { name, owner, members } of DEMO_ORGANIZATIONS) {
    const role = owner === username ? 'owner' : members[username];
    if (role !== undefined) return `${role} of ${name}`;
  }
  return 'member of no organization';
}

import type { PublishedAccounts } from '../accounts/application/ports/published-accounts.js';
import type { Config } from '../platform/config/config.js';
import { DEMO_ACCOUNTS, PUBLISHED_SECRETS } from './demo-data.js';

/** A demo that others can reach has secrets of its own, and its page names no account. */
export function publishedAccounts({ demo, mode, http }: Config): PublishedAccounts {
  if (!demo || http.isOpen || mode === 'production') return { isDemo: demo, accounts: [], password: null };
  const accounts = DEMO_ACCOUNTS.map(({ username, about }) => ({ username, role: about }));
  return { isDemo: true, accounts, password: PUBLISHED_SECRETS.password };
}

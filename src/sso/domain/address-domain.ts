import { asciiDomainOf } from '../../shared/email-key.js';

/**
 * The domain of an address as the DNS writes it, in ASCII; empty for an invalid domain, and for a name of one label,
 * which no one owns.
 * @param emailKey as addresses are compared
 */
export function domainOf(emailKey: string): string {
  const domain = emailKey.slice(emailKey.lastIndexOf('@') + 1);
  const ascii = asciiDomainOf(domain);
  return ascii?.includes('.') === true && !domain.endsWith('.') ? ascii : '';
}

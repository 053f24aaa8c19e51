import type { Config } from '../platform/config/config.js';
import { type DemoSecrets, PUBLISHED_SECRETS } from './demo-data.js';

/** The text after the start of the service; with the demo, it names the accounts and what to try. */
export function welcome(url: string, config: Config, standIns: string | null): string {
  const lines = ['', `  Headgate listens on ${url}   (open it in a browser; API reference: ${url}/docs)`, ''];
  if (config.demo && config.http.isOpen) lines.push('  The secrets of the demo accounts were printed at the start that made them.', '');
  else if (config.demo) {
    const { password, scimToken } = PUBLISHED_SECRETS;
    lines.push(
      ...accounts(PUBLISHED_SECRETS),
      '  Four things to try:',
      `    TOKEN=$(curl -s ${url}/api/auth/login -H 'Content-Type: application/json' \\`,
      `      -d '{"username":"olivia","password":"${password}"}' | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
      `    curl -s ${url}/api/v1/me -H "Authorization: Bearer $TOKEN"`,
      `    curl -s "${url}/api/rivers?limit=3" -H "Authorization: Bearer $TOKEN"`,
      `    curl -s ${url}/scim/v2/Users -H "Authorization: Bearer ${scimToken}"`,
      '',
    );
  }
  if (standIns !== null)
    lines.push(
      `  Identity provider of the demo (OpenID Connect and SAML): ${standIns}`,
      `  Mails, DNS records and everything else that it has beside it: ${url}/demo`,
      '',
    );
  return `${lines.join('\n')}\n`;
}

/** For a demo that others can reach. */
export function mintedDemo(secrets: DemoSecrets): string {
  const lines = [
    '',
    '  A demo was made. Others can reach this service, so keep what follows for yourself: it is printed only now.',
    '',
    ...accounts(secrets),
    `  Provisioning token of organization 1: ${secrets.scimToken}`,
    '',
  ];
  return `${lines.join('\n')}\n`;
}

function accounts({ password, totp }: DemoSecrets): string[] {
  return [
    `  Demo accounts, password of all: ${password}`,
    '    sysadmin   system administrator',
    '    olivia     owner of organization 1 "Delta Analytics", as is ruth; adam administers it, mia edits, vera views',
    `               mia has a second factor: TOTP secret ${totp}`,
    '    oscar      owner of organization 2 "Estuary Labs"',
    '    nora       member of no organization',
    '    data source 1, "Rivers of the world", is the sample database of organization 1',
    '',
  ];
}

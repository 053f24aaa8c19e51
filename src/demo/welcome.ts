import type { Config } from '../platform/config/config.js';
import { DEMO_PASSWORD, DEMO_SCIM_TOKEN, DEMO_TOTP } from './demo-data.js';

/** What a person reads who has just started the service; with the demo, whom to log in as and what to try. */
export function welcome(url: string, config: Config): string {
  const lines = ['', `  Headgate listens on ${url}   (API reference: ${url}/docs)`, ''];
  if (config.demo) {
    lines.push(
      `  Demo accounts, password of all: ${DEMO_PASSWORD}`,
      '    sysadmin   system administrator',
      '    olivia     owner of organization 1 "Delta Analytics"; adam administers it, mia edits, vera views',
      `               mia has a second factor: TOTP secret ${DEMO_TOTP.secret}`,
      '    oscar      owner of organization 2 "Estuary Labs"',
      '    nora       member of no organization',
      '    data source 1, "Rivers of the world", is the sample database of organization 1',
      '',
      '  Four things to try:',
      `    TOKEN=$(curl -s ${url}/api/auth/login -H 'Content-Type: application/json' \\`,
      `      -d '{"username":"olivia","password":"${DEMO_PASSWORD}"}' | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
      `    curl -s ${url}/api/v1/me -H "Authorization: Bearer $TOKEN"`,
      `    curl -s "${url}/api/rivers?limit=3" -H "Authorization: Bearer $TOKEN"`,
      `    curl -s ${url}/scim/v2/Users -H "Authorization: Bearer ${DEMO_SCIM_TOKEN.text}"`,
      '',
    );
  }
  return `${lines.join('\n')}\n`;
}

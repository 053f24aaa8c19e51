import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import PostalMime from 'postal-mime';
import { eventually } from '../platform/fixtures/eventually.js';
import { MailCatcher } from '../platform/fixtures/mail-catcher.js';
import { type PreparedDatabase, documented, prepareDatabase } from '../support/documented.js';
import { HttpClient } from '../support/http-client.js';
import { installation } from '../support/installation.js';
import { logIn } from '../support/test-app.js';

const PASSWORD = 'an island of reeds';
/** Stands for the app: each time the digits of the next half a minute, which the server takes a little early. */
const APP = `code() { CODE=$(SECRET=$(echo "$FACTOR" | field data.secret) LATER=\${LATER:-0} node -e "import('otplib').then((o) =>
  console.log(o.generateSync({ secret: process.env.SECRET, epoch: Math.floor(Date.now() / 1000) + Number(process.env.LATER) })))"); LATER=30; }`;

describe('an installation in production', () => {
  const ours = installation();
  let mails: MailCatcher;
  let database: PreparedDatabase;
  beforeAll(async () => {
    mails = await new MailCatcher().up();
    database = await prepareDatabase(process.env['HEADGATE_TEST_SERVER'] ?? '');
  });
  afterAll(async () => {
    await mails.down();
    await database.drop();
  });

  it('comes to its first organization and owner by the documented commands', async () => {
    const environment = {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://headgate.corp.example',
      DATABASE_URL: database.url,
      SMTP_URL: mails.url,
      SHUTDOWN_GRACE_SECONDS: '0',
    };
    const administrator = ['create-system-admin', '--username', 'root', '--email', 'root@corp.example'];
    const made = await ours()
      .run('cli/admin', { environment, arguments: administrator, stdin: `${PASSWORD}\n` })
      .finished();
    expect(made).toMatchObject({ code: 0, stdout: 'System administrator root created.\n' });
    const program = ours().run('main', { environment });
    const url = await program.listening();

    const shell = async (commands = '', variables: Record<string, string> = {}): Promise<string> => {
      const script = commands.replace('https://headgate.corp.example', url).replace(/^code\(\) .*$/m, () => APP);
      const env = { ...process.env, PASSWORD, ...variables };
      return (await promisify(execFile)('bash', ['-euc', script], { env })).stdout;
    };
    const [found, accept] = documented('docs/production.md', '## The first organization and its owner', 'sh');
    expect(await shell(found)).toContain('"recovery_codes"');
    const invitation = async () => {
      const all = await Promise.all(mails.received.map((mail) => PostalMime.parse(mail)));
      return /^[A-Za-z0-9_-]{43}$/m.exec(all.map(({ text }) => text).join('\n'))?.[0];
    };
    await eventually('the invitation', async () => (await invitation()) !== undefined);
    await shell(accept, { INVITATION: (await invitation()) ?? '' });

    const http = new HttpClient(url);
    const { accessToken: token } = await logIn(http, 'olga', PASSWORD);
    const organizations = await http.get('/api/v1/organizations', { token });
    expect(organizations.body.data.organizations).toEqual([expect.objectContaining({ name: 'Delta' })]);
    const members = await http.get(`/api/v1/organizations/${organizations.body.data.organizations[0].id}/members`, {
      token,
    });
    expect(JSON.stringify(members.body)).toMatch(/"owner"/);
    expect((await program.stop()).code).toBe(0);
  });
});

import { parseArgs } from 'node:util';
import { RegisterUser } from '../accounts/application/register-user.js';
import { SetAccountStatus } from '../accounts/application/set-account-status.js';
import { RotateSigningKey } from '../sessions/application/rotate-signing-key.js';
import { fail, runWithApp, UsageError } from './command-line.js';
import { readPassword } from './read-password.js';

const USAGE = `Usage: npm run admin -- <command>

  create-system-admin --username <name> --email <address>   the password is asked for, or read from standard input
  disable-user <username or e-mail>                         ends all sessions of the account
  enable-user <username or e-mail>
  rotate-signing-key                                        a new key for access tokens; nobody is logged out
`;

const COMMANDS: Readonly<Record<string, (parameters: string[]) => Promise<void>>> = {
  'create-system-admin': createSystemAdmin,
  'disable-user': (parameters) => setStatus(parameters, 'disabled'),
  'enable-user': (parameters) => setStatus(parameters, 'active'),
  'rotate-signing-key': rotateSigningKey,
};

async function createSystemAdmin(parameters: string[]): Promise<void> {
  const { values } = parseArgs({
    args: parameters,
    options: { username: { type: 'string' }, email: { type: 'string' } },
  });
  const { username, email } = values;
  if (username === undefined || email === undefined) throw new UsageError(USAGE);
  const password = await readPassword();
  await runWithApp(async (app) => {
    const user = await app.get(RegisterUser).execute({ username, email, password, isSystemAdmin: true });
    process.stdout.write(`System administrator ${user.username} created.\n`);
  });
}

async function setStatus(parameters: string[], status: 'active' | 'disabled'): Promise<void> {
  const [login, ...rest] = parameters;
  if (login === undefined || rest.length > 0) throw new UsageError(USAGE);
  await runWithApp(async (app) => {
    await app.get(SetAccountStatus).execute({ login, status, actorUserId: null });
    process.stdout.write(status === 'active' ? 'Account enabled.\n' : 'Account disabled, its sessions ended.\n');
  });
}

async function rotateSigningKey(): Promise<void> {
  await runWithApp(async (app) => {
    const kid = await app.get(RotateSigningKey).execute('now');
    process.stdout.write(
      `New signing key ${kid}; it signs in ten minutes, the old one is accepted for an hour after that.\n`,
    );
  });
}

const [name = '', ...parameters] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
try {
  if (command === undefined) throw new UsageError(USAGE);
  await command(parameters);
} catch (error) {
  fail(error);
}

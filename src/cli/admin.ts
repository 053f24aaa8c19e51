import { parseArgs } from 'node:util';
import { UsageError, fail, isHelp, runWithApp } from './command-line.js';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { singleLine } from '../shared/single-line.js';

/**
 * From a prompt that shows nothing, or the first line of standard input; never an argument, which `ps` shows to
 * everyone.
 */
export async function readPassword(): Promise<string> {
  const password = process.stdin.isTTY ? await prompt() : ((await text(process.stdin)).split(/\r?\n/)[0] ?? '');
  if (password === '') throw new UsageError('No password was given.');
  return password;
}

async function prompt(): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    process.stderr.write('Password (15 characters or more): ');
    const password = await terminal.question('');
    process.stderr.write('\nOnce more: ');
    if ((await terminal.question('')) !== password) throw new UsageError('\nThe two passwords differ. Try again.');
    process.stderr.write('\n');
    return password;
  } finally {
    terminal.close();
  }
}

const USAGE = `Usage: npm run admin -- <command>

  create-system-admin --username <name> --email <address>   the password is asked for, or read from standard input
  disable-user <username or e-mail>                         ends all sessions of the account
  enable-user <username or e-mail>
  reset-mfa <username or e-mail>                            removes every second factor; the owner is told by mail
  appoint-owner --organization <id> <username or e-mail>    for an organization whose owners are all gone; they are told by mail
  limit-device-trust --organization <id> --days <n>         how long members may trust a device; 0: not at all, unlimited: no end
  disable-policies --organization <id>                      its active access policies, if they keep out every owner; owners are told by mail
  list-email-collisions                                     accounts whose address another account has under another spelling
  rotate-signing-key                                        a new key for access tokens; all sessions stay
  verify-audit-archive                                      compares every archived file of the audit trail with its seals
`;

const COMMANDS: Readonly<Record<string, (parameters: string[]) => Promise<void>>> = {
  'create-system-admin': createSystemAdmin,
  'disable-user': (parameters) => setStatus(parameters, 'disabled'),
  'enable-user': (parameters) => setStatus(parameters, 'active'),
  'reset-mfa': resetMfa,
  'appoint-owner': appointOwner,
  'limit-device-trust': limitDeviceTrust,
  'disable-policies': disablePolicies,
  'list-email-collisions': listEmailCollisions,
  'rotate-signing-key': rotateSigningKey,
  'verify-audit-archive': verifyAuditArchive,
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
    const { RegisterUser } = await import('../accounts/application/register-user.js');
    const user = await app.get(RegisterUser).execute({ username, email, password, isSystemAdmin: true });
    process.stdout.write(`System administrator ${user.username} created.\n`);
  });
}

/** An option here is a mistake, not a name. */
function onlyLoginIn([login, ...rest]: readonly string[]): string {
  if (login === undefined || login.startsWith('--') || rest.length > 0) throw new UsageError(USAGE);
  return login;
}

async function setStatus(parameters: string[], status: 'active' | 'disabled'): Promise<void> {
  const login = onlyLoginIn(parameters);
  await runWithApp(async (app) => {
    const { SetAccountStatus } = await import('../accounts/application/set-account-status.js');
    await app.get(SetAccountStatus).execute({ login, status, actorUserId: null });
    process.stdout.write(status === 'active' ? 'Account enabled.\n' : 'Account disabled, its sessions ended.\n');
  });
}

async function resetMfa(parameters: string[]): Promise<void> {
  const login = onlyLoginIn(parameters);
  await runWithApp(async (app) => {
    const { ResetFactors } = await import('../mfa/application/reset-factors.js');
    const { VerifyPassword } = await import('../accounts/application/verify-password.js');
    const { userId } = await app.get(VerifyPassword).find(login);
    if (userId === null) throw new UsageError('Account not found.');
    const removed = await app.get(ResetFactors).execute({ userId, actorUserId: null });
    process.stdout.write(`${removed} second factors removed, all sessions ended.\n`);
  });
}

async function appointOwner(parameters: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: parameters,
    options: { organization: { type: 'string' } },
    allowPositionals: true,
  });
  const { organization = '' } = values;
  const [login, ...rest] = positionals;
  if (login === undefined || rest.length > 0 || !/^[1-9]\d{0,8}$/.test(organization)) throw new UsageError(USAGE);
  await runWithApp(async (app) => {
    const { AppointOwner } = await import('../organizations/application/appoint-owner.js');
    const { VerifyPassword } = await import('../accounts/application/verify-password.js');
    const { userId } = await app.get(VerifyPassword).find(login);
    if (userId === null) throw new UsageError('Account not found.');
    await app.get(AppointOwner).execute({ organizationId: Number(organization), userId });
    process.stdout.write('Owner appointed, the owners so far are told.\n');
  });
}

async function limitDeviceTrust(parameters: string[]): Promise<void> {
  const { values } = parseArgs({
    args: parameters,
    options: { organization: { type: 'string' }, days: { type: 'string' } },
  });
  const { organization = '', days = '' } = values;
  if (!/^[1-9]\d{0,8}$/.test(organization) || !/^(\d{1,3}|unlimited)$/.test(days)) throw new UsageError(USAGE);
  const limit = days === 'unlimited' ? null : Number(days);
  await runWithApp(async (app) => {
    const { LimitDeviceTrust } = await import('../organizations/application/limit-device-trust.js');
    const input = { organizationId: Number(organization), days: limit, actorUserId: null };
    await app.get(LimitDeviceTrust).execute(input);
    process.stdout.write('Limit set; it applies from the next login on, to devices that are already trusted as well.\n');
  });
}

async function disablePolicies(parameters: string[]): Promise<void> {
  const { values } = parseArgs({ args: parameters, options: { organization: { type: 'string' } } });
  const { organization = '' } = values;
  if (!/^[1-9]\d{0,8}$/.test(organization)) throw new UsageError(USAGE);
  await runWithApp(async (app) => {
    const { DisableAllPolicies } = await import('../abac/application/disable-all-policies.js');
    const names = await app.get(DisableAllPolicies, { strict: false }).execute(Number(organization));
    const lines = names.map((name) => `Disabled: ${singleLine(name)}\n`);
    process.stdout.write(lines.length === 0 ? 'No access policy was active.\n' : lines.join(''));
    if (lines.length > 0) process.stdout.write('Roles alone decide now. The owners are told; they activate policies again.\n');
  });
}

async function listEmailCollisions(): Promise<void> {
  await runWithApp(async (app) => {
    const { ListEmailCollisions } = await import('../accounts/application/list-email-collisions.js');
    const collisions = await app.get(ListEmailCollisions).execute();
    const lines = collisions.map(
      ({ userId, username, email, holderId, holderUsername }) =>
        `Account ${userId} (username ${username}) has the address ${email}, which leads to account ${holderId} ` +
        `(username ${holderUsername}).\n`,
    );
    process.stdout.write(lines.length === 0 ? 'Every address leads to one account.\n' : lines.join(''));
  });
}

async function rotateSigningKey(): Promise<void> {
  await runWithApp(async (app) => {
    const { RotateSigningKey } = await import('../sessions/application/rotate-signing-key.js');
    const kid = await app.get(RotateSigningKey).execute('now');
    process.stdout.write(`New signing key ${kid}; it signs in ten minutes, the old one is accepted for an hour after that.\n`);
  });
}

async function verifyAuditArchive(): Promise<void> {
  await runWithApp(async (app) => {
    const { VerifyAuditArchive } = await import('../audit/application/verify-audit-archive.js');
    for await (const { file, eventCount, holds } of app.get(VerifyAuditArchive, { strict: false }).execute()) {
      process.stdout.write(`${holds ? 'holds' : 'DOES NOT HOLD'}  ${file}  ${eventCount} events\n`);
      if (!holds) process.exitCode = 1;
    }
  });
}

const [name = '', ...parameters] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
if (isHelp(name) || parameters.some((one) => one.startsWith('-') && isHelp(one))) {
  process.stdout.write(USAGE);
} else {
  try {
    if (command === undefined) throw new UsageError(name === '' ? USAGE : `There is no command "${singleLine(name)}".\n\n${USAGE}`);
    // Those that take none do at once what cannot be undone.
    if (command.length === 0 && parameters.length > 0) throw new UsageError(USAGE);
    await command(parameters);
  } catch (error) {
    const isOfArguments = command !== undefined && error instanceof UsageError && error.message === USAGE;
    fail(isOfArguments ? new UsageError(`Arguments are missing or wrong. The command is:\n\n${usageOf(name)}`) : error);
  }
}

function usageOf(of: string): string {
  return USAGE.split('\n').find((line) => line.trimStart().startsWith(`${of} `) || line.trim() === of) ?? USAGE;
}

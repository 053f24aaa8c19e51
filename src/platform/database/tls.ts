import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { ConnectionOptions } from 'node:tls';
import type { ClientConfig } from 'pg';

const MODES = ['disable', 'require', 'verify-ca', 'verify-full'] as const;

type TlsMode = (typeof MODES)[number];

/** The encryption parameters of a database URL, with libpq's meaning. */
export interface DatabaseTls {
  readonly mode: TlsMode;
  /** PEM of the authorities that must have issued the server's certificate; `null`: those of Node. */
  readonly ca: string | null;
  readonly cert: string | undefined;
  readonly key: string | undefined;
  /** Without asking the server first, which PostgreSQL 17 and newer understand. */
  readonly isDirect: boolean;
}

/** The message is for the operator: the parameter, and what to write instead. */
class TlsRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TlsRefused';
  }
}

const MODES_THAT_VERIFY: readonly TlsMode[] = ['verify-ca', 'verify-full'];
const OWN = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'sslnegotiation'];
/**
 * An operator who sets one of these wants more safety than we could give: going on without it would be worse than
 * stopping.
 */
const NOT_HONOURED = [
  ...['ssl', 'requiressl', 'uselibpqcompat', 'sslcrl', 'sslcrldir', 'sslpassword', 'sslcertmode', 'gssencmode'],
  ...['channel_binding', 'require_auth', 'ssl_min_protocol_version', 'ssl_max_protocol_version'],
];
const HARMLESS: Readonly<Record<string, readonly string[]>> = {
  sslcertmode: ['allow', 'disable'],
  gssencmode: ['disable', 'prefer'],
  channel_binding: ['disable', 'prefer'],
};

const known = new Map<string, DatabaseTls>();

/**
 * Files are read once, at the start: connections are made at any time later, and then no one would hear of a missing
 * file.
 * @throws TlsRefused
 */
export function tlsOf(url: URL): DatabaseTls {
  const found = known.get(url.search) ?? read(url.searchParams);
  known.set(url.search, found);
  return found;
}

/**
 * node-postgres itself reads `sslmode` differently: there `require` verifies like `verify-full`, and so does `prefer`.
 * @throws TlsRefused
 */
export function withTls<Config extends ClientConfig>(config: Config): Config {
  if (config.connectionString === undefined || !URL.canParse(config.connectionString)) return config;
  const url = new URL(config.connectionString);
  const tls = tlsOf(url);
  for (const name of [...OWN, ...NOT_HONOURED]) url.searchParams.delete(name);
  const ssl = isSocket(url) ? false : optionsOf(tls);
  const sslnegotiation = ssl !== false && tls.isDirect ? { sslnegotiation: 'direct' as const } : {};
  return { ...config, ...sslnegotiation, connectionString: url.href, ssl };
}

function optionsOf({ mode, ca, cert, key }: DatabaseTls): ConnectionOptions | false {
  if (mode === 'disable') return false;
  return {
    rejectUnauthorized: mode !== 'require',
    ...(mode === 'verify-full' ? {} : { checkServerIdentity: () => undefined }),
    ...(ca === null ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
  };
}

function read(parameters: URLSearchParams): DatabaseTls {
  for (const name of NOT_HONOURED) {
    const value = parameters.get(name);
    if (value === null || HARMLESS[name]?.includes(value) === true) continue;
    throw new TlsRefused(`${name} cannot be honoured: remove it, and use sslmode to say how to connect`);
  }
  const isSystem = parameters.get('sslrootcert') === 'system';
  const stated = parameters.get('sslmode') ?? (isSystem ? 'verify-full' : null);
  const isDirect = parameters.get('sslnegotiation') === 'direct';
  if (stated === null) {
    const name = OWN.find((one) => parameters.has(one));
    if (name !== undefined) throw new TlsRefused(`${name} without sslmode encrypts nothing: add sslmode=verify-full`);
    return { mode: 'disable', ca: null, cert: undefined, key: undefined, isDirect };
  }
  const mode = MODES.find((one) => one === stated);
  if (mode === undefined) throw new TlsRefused(refusalOf(stated));
  if (isSystem && mode !== 'verify-full')
    throw new TlsRefused(`sslmode=${mode} is too weak for sslrootcert=system: anyone can get such a certificate. Use verify-full`);
  const ca = mode === 'disable' || isSystem ? null : authorities(parameters.get('sslrootcert'), mode);
  return {
    // As in libpq: an operator who has named an authority wants it to be checked.
    mode: mode === 'require' && ca !== null ? 'verify-ca' : mode,
    ca,
    cert: file('sslcert', parameters.get('sslcert')),
    key: file('sslkey', parameters.get('sslkey')),
    isDirect,
  };
}

function refusalOf(stated: string): string {
  if (stated === 'prefer' || stated === 'allow')
    return (
      `sslmode=${stated} cannot be honoured, because an attacker on the network could turn it off: use disable, ` +
      'require or better verify-full'
    );
  return `sslmode must be one of ${MODES.join(', ')}`;
}

function authorities(path: string | null, mode: TlsMode): string | null {
  // An empty name counts as missing, as in libpq: an unset variable in the address must not lead to the public authorities.
  if (path !== null && path !== '') return certificates(path, file('sslrootcert', path) ?? '');
  const usual = join(homedir(), '.postgresql', 'root.crt');
  try {
    return certificates(usual, readFileSync(usual, 'utf8'));
  } catch (error) {
    if (error instanceof TlsRefused) throw error;
    if (!MODES_THAT_VERIFY.includes(mode)) return null;
    const instead = mode === 'verify-full' ? ', or sslrootcert=system for the public ones' : '';
    throw new TlsRefused(`sslmode=${mode} needs the certificates of the authorities: name their file in sslrootcert${instead}`);
  }
}

/** Node reads an empty text as its own list of authorities, which would trust everyone with a public certificate. */
function certificates(path: string, text: string): string {
  if (!text.includes('-----BEGIN ')) throw new TlsRefused(`sslrootcert: the file ${path} holds no certificate`);
  return text;
}

function file(name: string, path: string | null): string | undefined {
  if (path === null || path === '') return undefined;
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new TlsRefused(`${name}: the file ${path} cannot be read (${(error as { code?: string }).code ?? 'unknown'})`);
  }
}

function isSocket(url: URL): boolean {
  const host = url.searchParams.get('host') ?? decodeURIComponent(url.hostname);
  return host.startsWith('/');
}

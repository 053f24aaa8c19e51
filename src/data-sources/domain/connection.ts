import { type FieldError, ValidationFailed } from '../../shared/domain-error.js';
import {
  type Connection,
  type DataSource,
  type ServerConnection,
  type TlsMode,
  SAMPLE_HOST,
  isFileConnection,
} from './data-source.js';
import { PasswordNeeded } from './data-source.errors.js';
import { type Engine, isFileEngine } from './engine.js';

/** What a client says of a connection; what is not named has a default, or stays as it is. */
export type GivenConnection = Partial<ServerConnection> & {
  readonly file?: string;
  /** `null` removes it. */
  readonly password?: string | null;
};

const PORTS: Readonly<Partial<Record<Engine, number>>> = { postgresql: 5432, mysql: 3306 };
const REQUIRED = ['host', 'database', 'username'] as const;
const SERVER_FIELDS = ['host', 'port', 'database', 'username', 'password', 'tls'] as const;
/** The names that clients know. */
const SPOKEN: Readonly<Record<string, string>> = { tls: 'ssl', 'tls.ca': 'ssl.ca' };
/** From the weakest. */
const TLS_MODES: readonly TlsMode[] = ['disable', 'require', 'verify-ca', 'verify-full'];

/** @throws ValidationFailed */
export function connectionOf(engine: Engine, given: GivenConnection): Connection {
  assertFits(engine, given);
  assertAuthority(given);
  const missing = isFileEngine(engine)
    ? ['file' as const].filter((field) => given[field] === undefined)
    : REQUIRED.filter((field) => given[field] === undefined);
  refuse(missing, 'Is required for this engine.');
  if (isFileEngine(engine)) return { file: given.file ?? '' };
  const { host = '', port = PORTS[engine] ?? 0, database = '', username = '' } = given;
  const mode = isThisMachine(host) ? 'disable' : 'verify-full';
  return { host, port, database, username, tls: given.tls ?? { mode, ca: null } };
}

/** Field by field. @throws ValidationFailed; PasswordNeeded for a stored one that would go elsewhere, or less protected */
export function mergedConnection(source: DataSource, given: GivenConnection): Connection {
  const { engine, connection, hasPassword } = source;
  assertFits(engine, given);
  assertAuthority(given);
  if (isFileConnection(connection)) return { file: given.file ?? connection.file };
  const { host, port, database, username, tls } = { ...connection, ...given };
  const merged = { host, port, database, username, tls };
  if (hasPassword && given.password === undefined && sendsElsewhere(connection, merged)) throw new PasswordNeeded();
  return merged;
}

/** What is known of the one is then not known of the other; who connects, and how, does not matter for that. */
export function isOtherDatabase(before: Connection, after: Connection): boolean {
  if (isFileConnection(before)) return !isFileConnection(after) || before.file !== after.file;
  return (
    isFileConnection(after) || (['host', 'port', 'database'] as const).some((field) => after[field] !== before[field])
  );
}

function sendsElsewhere(before: ServerConnection, after: ServerConnection): boolean {
  const isLooser = TLS_MODES.indexOf(after.tls.mode) < TLS_MODES.indexOf(before.tls.mode);
  return (
    isLooser ||
    after.tls.ca !== before.tls.ca ||
    (['host', 'port', 'username'] as const).some((field) => after[field] !== before[field])
  );
}

function assertFits(engine: Engine, given: GivenConnection): void {
  const foreign = isFileEngine(engine) ? SERVER_FIELDS : (['file'] as const);
  refuse(
    foreign.filter((field) => given[field] !== undefined),
    isFileEngine(engine) ? 'This engine is a file and has no server.' : 'This engine is a server and has no file.',
  );
  // PostgreSQL accepts every character but NUL in the name of a database; elsewhere a control character is a mistake, or an attack.
  const unfit = engine === 'postgresql' ? /[\0\p{Cs}]/u : /[\p{Cc}\p{Cs}]/u;
  if (given.database !== undefined && unfit.test(given.database))
    refuse(['database'], 'Must not contain NUL or control characters.');
}

/** Without it any public authority could vouch for any name: that verifies nothing. */
function assertAuthority({ tls }: GivenConnection): void {
  if (tls?.mode === 'verify-ca' && tls.ca === null) refuse(['tls.ca'], 'Is required for the mode verify-ca.');
}

function refuse(fields: readonly string[], message: string): void {
  const details: FieldError[] = fields.map((field) => ({ field: `connection.${SPOKEN[field] ?? field}`, message }));
  if (details.length > 0) throw new ValidationFailed(details);
}

/** Looks at the name alone. The address is judged when it is used; this only spares local hosts a certificate. */
function isThisMachine(host: string): boolean {
  return host === SAMPLE_HOST || /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}

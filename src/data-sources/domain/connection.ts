import { type FieldError, ValidationFailed } from '../../shared/domain-error.js';
import type { FieldCause } from '../../shared/field-cause.js';
import { type Connection, type DataSource, SAMPLE_HOST, isFileConnection } from './data-source.js';
import type { ServerConnection, TlsMode } from '../../engines/catalog-reader/target.js';
import { PasswordNeeded } from './data-source.errors.js';
import { type Engine, isFileEngine } from '../../engines/catalog-reader/engine.js';
import type { Sentence } from '../../shared/sentence.js';

/** A client's description of a connection. Missing fields get a default, or keep their value when a connection changes. */
export type GivenConnection = Partial<ServerConnection> & {
  readonly file?: string;
  /** `null` removes the stored password. */
  readonly password?: string | null;
};

const PORTS: Readonly<Partial<Record<Engine, number>>> = { postgresql: 5432, mysql: 3306 };
const REQUIRED = ['host', 'database', 'username'] as const;
const SERVER_FIELDS = ['host', 'port', 'database', 'username', 'password', 'tls'] as const;
/** The field names that clients use, by our own. */
const SPOKEN: Readonly<Record<string, string>> = { tls: 'ssl', 'tls.ca': 'ssl.ca' };
/** From the weakest to the strongest. */
const TLS_MODES: readonly TlsMode[] = ['disable', 'require', 'verify-ca', 'verify-full'];

/** @throws ValidationFailed */
export function connectionOf(engine: Engine, given: GivenConnection): Connection {
  refuse(problemsOf(engine, given));
  if (isFileEngine(engine)) return { file: given.file ?? '' };
  const { host = '', port = PORTS[engine] ?? 0, database = '', username = '' } = given;
  const mode = isThisMachine(host) ? 'disable' : 'verify-full';
  return { host, port, database, username, tls: given.tls ?? { mode, ca: null } };
}

/** Of a new connection. */
export function problemsOf(engine: Engine, given: GivenConnection): FieldError[] {
  const required = isFileEngine(engine) ? (['file'] as const) : REQUIRED;
  const missing = required.filter((field) => given[field] === undefined);
  return [...misfits(engine, given), ...told(missing, 'Is required for this engine.', 'missing')];
}

/** Merges field by field. @throws ValidationFailed; PasswordNeeded if a stored password would go elsewhere or be less protected */
export function mergedConnection(source: DataSource, given: GivenConnection): Connection {
  const { engine, connection, hasPassword } = source;
  refuse(misfits(engine, given));
  if (isFileConnection(connection)) return { file: given.file ?? connection.file };
  const { host, port, database, username, tls } = { ...connection, ...given };
  const merged = { host, port, database, username, tls };
  if (hasPassword && given.password === undefined && sendsElsewhere(connection, merged)) throw new PasswordNeeded();
  return merged;
}

/** Whether the connections lead to different databases, so that the known schema no longer counts. Login and TLS do not matter here. */
export function isOtherDatabase(before: Connection, after: Connection): boolean {
  if (isFileConnection(before)) return !isFileConnection(after) || before.file !== after.file;
  return isFileConnection(after) || (['host', 'port', 'database'] as const).some((field) => after[field] !== before[field]);
}

function sendsElsewhere(before: ServerConnection, after: ServerConnection): boolean {
  const isLooser = TLS_MODES.indexOf(after.tls.mode) < TLS_MODES.indexOf(before.tls.mode);
  return (
    isLooser || after.tls.ca !== before.tls.ca || (['host', 'port', 'username'] as const).some((field) => after[field] !== before[field])
  );
}

function misfits(engine: Engine, given: GivenConnection): FieldError[] {
  const isFile = isFileEngine(engine);
  const foreign = (isFile ? SERVER_FIELDS : (['file'] as const)).filter((field) => given[field] !== undefined);
  const reason = isFile ? 'This engine is a file and has no server.' : 'This engine is a server and has no file.';
  // PostgreSQL accepts all characters except NUL in the name of a database. For other engines a control character is a mistake or an attack.
  const unfit = engine === 'postgresql' ? /[\0\p{Cs}]/u : /[\p{Cc}\p{Cs}]/u;
  const { tls, database } = given;
  const isUnfit = !isFile && database !== undefined && unfit.test(database);
  // `verify-ca` does not check the name. Without an own authority a certificate of any public one would do, so it would verify nothing.
  const lacksAuthority = !isFile && tls?.mode === 'verify-ca' && tls.ca === null;
  return [
    ...told(foreign, reason),
    ...(isUnfit ? told(['database'], 'Must not contain NUL or control characters.') : []),
    ...(lacksAuthority ? told(['tls.ca'], 'Is required for the mode verify-ca.') : []),
  ];
}

function told(fields: readonly string[], message: Sentence, code: FieldCause['code'] = 'invalid'): FieldError[] {
  return fields.map((field) => ({ field: `connection.${SPOKEN[field] ?? field}`, message, code }));
}

function refuse(details: readonly FieldError[]): void {
  if (details.length > 0) throw new ValidationFailed(details);
}

/** Looks only at the name: local hosts need no certificate. The address itself is checked when the service connects. */
function isThisMachine(host: string): boolean {
  return host === SAMPLE_HOST || /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}

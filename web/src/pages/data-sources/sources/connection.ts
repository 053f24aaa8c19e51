import type { components } from '@headgate/client';
import { Secret } from '../../../session/secret';
import { type Engine, type Source, isFile } from '../engines';

type Given = components['schemas']['ConnectionBody'];

/** `default` is what the service chooses for a new source: it knows which hosts are this machine. */
export type TlsMode = 'default' | 'disable' | 'require' | 'verify-ca' | 'verify-full';

/** What is in the fields of the form, without the password. */
export interface Typed {
  readonly name: string;
  readonly host: string;
  readonly port: string;
  readonly database: string;
  readonly username: string;
  readonly mode: TlsMode;
  readonly ca: string;
  readonly file: string;
}

export interface Draft extends Typed {
  readonly password: Secret;
}

const PORTS: Readonly<Record<Engine, string>> = { postgresql: '5432', mysql: '3306', sqlite: '', duckdb: '' };

export function emptyDraft(engine: Engine): Typed {
  const server = { host: '', port: PORTS[engine], database: '', username: '' };
  return { name: '', ...server, mode: 'default', ca: '', file: '' };
}

export function draftOf({ name, engine, connection }: Source): Typed {
  const draft = { ...emptyDraft(engine), name };
  if ('file' in connection) return { ...draft, file: connection.file };
  const { host, port, database, username, ssl } = connection;
  return { ...draft, host, port: String(port), database, username, mode: ssl.mode, ca: ssl.ca ?? '' };
}

/** The connection as a new source gets it: empty fields are left out, so that the service reports them. */
export function connectionOf(engine: Engine, draft: Draft): Given {
  if (isFile(engine)) return { ...(draft.file !== '' && { file: draft.file.trim() }) };
  return {
    ...(draft.host !== '' && { host: draft.host.trim() }),
    ...(draft.port !== '' && { port: Number(draft.port) }),
    ...(draft.database !== '' && { database: draft.database }),
    ...(draft.username !== '' && { username: draft.username }),
    ...(!draft.password.isEmpty && { password: draft.password.reveal() }),
    ...(draft.mode !== 'default' && { ssl: { mode: draft.mode, ca: draft.ca.trim() === '' ? null : draft.ca.trim() } }),
  };
}

interface Change {
  readonly name?: string;
  readonly connection?: Given;
}

/** Only what differs from what was read: a connection merges field by field, and another host forgets the schema. */
export function changeOf(engine: Engine, before: Typed, draft: Draft): Change {
  const given = Object.entries(connectionOf(engine, draft)).filter(([field]) =>
    field === 'ssl'
      ? draft.mode !== before.mode || draft.ca.trim() !== before.ca.trim()
      : field === 'password' || draft[field as keyof Typed] !== before[field as keyof Typed],
  );
  return {
    ...(draft.name !== before.name && { name: draft.name }),
    ...(given.length > 0 && { connection: Object.fromEntries(given) }),
  };
}

/** Which counts what is not sent for this kind as the same. */
export const isSameConnection =
  (engine: Engine) =>
  (one: Typed, other: Typed): boolean =>
    Object.keys(changeOf(engine, one, { ...other, password: Secret.NONE })).length === 0;

/** Whether what was discovered is forgotten with this change. */
export function forgetsSchema(engine: Engine, before: Typed, draft: Draft): boolean {
  const { connection = {} } = changeOf(engine, before, draft);
  return ['host', 'port', 'database', 'file'].some((field) => field in connection);
}

import type { components } from '@headgate/client';
import { type Engine, type Source, isFile } from '../engines';

type Given = components['schemas']['ConnectionBody'];

/** `default` is what the service chooses for a new source: it knows which hosts are this machine. */
export type TlsMode = 'default' | 'disable' | 'require' | 'verify-ca' | 'verify-full';

/** What is in the fields of the form. */
export interface Draft {
  readonly name: string;
  readonly host: string;
  readonly port: string;
  readonly database: string;
  readonly username: string;
  readonly password: string;
  readonly mode: TlsMode;
  readonly ca: string;
  readonly file: string;
}

const PORTS: Readonly<Record<Engine, string>> = { postgresql: '5432', mysql: '3306', sqlite: '', duckdb: '' };

export function emptyDraft(engine: Engine): Draft {
  const server = { host: '', port: PORTS[engine], database: '', username: '', password: '' };
  return { name: '', ...server, mode: 'default', ca: '', file: '' };
}

export function draftOf({ name, engine, connection }: Source): Draft {
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
    ...(draft.password !== '' && { password: draft.password }),
    ...(draft.mode !== 'default' && { ssl: { mode: draft.mode, ca: draft.ca.trim() === '' ? null : draft.ca.trim() } }),
  };
}

interface Change {
  readonly name?: string;
  readonly connection?: Given;
}

/** Only what differs from what was read: a connection merges field by field, and another host forgets the schema. */
export function changeOf(source: Source, draft: Draft): Change {
  const before = draftOf(source);
  const given = Object.entries(connectionOf(source.engine, draft)).filter(([field]) =>
    field === 'ssl'
      ? draft.mode !== before.mode || draft.ca.trim() !== before.ca.trim()
      : field === 'password' || draft[field as keyof Draft] !== before[field as keyof Draft],
  );
  return {
    ...(draft.name !== before.name && { name: draft.name }),
    ...(given.length > 0 && { connection: Object.fromEntries(given) }),
  };
}

export const isChanged = (source: Source, draft: Draft): boolean => Object.keys(changeOf(source, draft)).length > 0;

/** Whether what was discovered is forgotten with this change. */
export function forgetsSchema(source: Source, draft: Draft): boolean {
  const { connection = {} } = changeOf(source, draft);
  return ['host', 'port', 'database', 'file'].some((field) => field in connection);
}

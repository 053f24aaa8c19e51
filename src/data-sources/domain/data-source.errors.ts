import { DomainError, InstanceStopping, Unavailable, ValidationFailed } from '../../shared/domain-error.js';
import { EngineUnavailable, type FileProblem, type SourceFault } from '../../engines/catalog-reader/source-fault.js';
import { type Fixed, type Said, say } from '../../shared/sentence.js';

/** When a name that was not found is looked up again. */
const RETRY_SECONDS = 30;

/** The name or address of a data source is not allowed; see `DATA_SOURCE_NETWORKS`. */
export class HostNotAllowed extends DomainError {
  constructor() {
    super(
      'forbidden',
      'HOST_NOT_ALLOWED',
      'This installation does not connect to data sources at that address. Use another address, or ask its operator to allow this one.',
    );
  }
}

/** Policies belong to the data, not to one registration of it: moving data out of their reach takes the right to publish policies. */
export class DataUnderPolicies extends DomainError {
  /** @param change what was asked for */
  constructor(change: 'reads' | 'leaves') {
    super(
      'forbidden',
      'DATA_UNDER_POLICIES',
      change === 'reads'
        ? 'Policies or labels of another data source protect this file or address, or did until that data source was deleted. Ask a person with the permission abac.grant, such as an owner, to register it or to release it.'
        : 'Policies or labels protect what this data source reads. Ask a person with the permission abac.grant, such as an owner, to delete it or to point it elsewhere.',
    );
  }
}

/**
 * Protected data, or the place that this leads to, cannot be found now. Nothing is decided: what cannot be compared is not shown, and
 * opens again as soon as it can be compared.
 */
export class DataNotCompared extends Unavailable {
  /** @param what cannot be found: the place that was named, data that is remembered, or protected data sources by id */
  constructor(what: 'place' | 'remembered' | readonly number[] = []) {
    super(
      what === 'place'
        ? 'The host name or file of this connection cannot be found, and policies may protect its data. Try again later, or ask a person with the permission abac.grant, such as an owner, to register it.'
        : what === 'remembered'
          ? 'A data source that policies or labels protected was deleted before it was ever found, and it may have read the same data. Ask a person with the permission abac.grant, such as an owner, to release it in the list of remembered data.'
          : say(
              'Policies or labels protect {source}, which cannot be found now and may read the same data. Try again in a minute, or ask a person with the permission abac.grant, such as an owner, to repair its connection or to delete it.',
              { source: named(what) },
            ),
      RETRY_SECONDS,
      'DATA_NOT_COMPARED',
    );
  }
}

function named([id]: readonly number[]): Said {
  return id === undefined ? say('another data source') : say('data source {id}', { id });
}

/** Nothing of it is read until a person has looked at it. */
export class DataSourceClosed extends DomainError {
  constructor() {
    super(
      'forbidden',
      'DATA_SOURCE_CLOSED',
      'This data source is closed. Ask a person with the permission abac.grant, such as an owner, to open it.',
    );
  }
}

/** It was judged for other data. */
export class SourceMoved extends DomainError {
  constructor() {
    super(
      'conflict',
      'CHANGED_MEANWHILE',
      'The data source was pointed to other data while your request waited, so the request was not sent. Try again.',
    );
  }
}

export class DataSourceOpen extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'The data source is open already.');
  }
}

const SENTENCES: Readonly<Record<SourceFault | FileProblem, Fixed>> = {
  UNREACHABLE: 'The data source cannot be reached. Check its host, port and database or its file, and whether it is running.',
  NO_DATABASE: 'The server accepted the login, but it has no database of this name. Correct the name of the database.',
  // MariaDB answers a login without TLS exactly as it answers a wrong password.
  LOGIN_FAILED:
    'The data source refused the username or the password. Correct them in its connection, and switch TLS on if the server asks for it.',
  TLS_FAILED: 'No trusted TLS connection to the data source is possible. Switch TLS on, or check its certificate.',
  ACCESS_DENIED: 'The database user may not read the catalog of the data source. Grant it that right.',
  LOST: 'The connection to the data source was lost, or its schema changed while it was read. Try again.',
  TOO_LARGE: 'The schema of the data source is too large to read. Let its user see fewer schemas. The earlier schema is kept.',
  FILE_MISSING: 'There is no file at this path. Correct the path, or ask the operator to put the file there.',
  FILE_EMPTY: 'The file is empty. Put a database in its place.',
  FILE_OF_TEXT:
    'The file holds plain text, such as CSV, and is no database. Import the text into a database, and name the file of that database.',
  FILE_OF_SQLITE: 'The file is a SQLite database. Register it as SQLite.',
  FILE_OF_DUCKDB: 'The file is a DuckDB database. Register it as DuckDB.',
  FILE_UNKNOWN: 'The file is not a database of this engine, or it is encrypted. Use a database that is not encrypted.',
  FILE_ENCRYPTED: 'The database in the file is encrypted. Use a copy that is not encrypted.',
  FILE_DAMAGED: 'The file is damaged or incomplete. Copy it again from where it was made, or restore it.',
  FILE_OF_OTHER_VERSION:
    'Another version of the engine wrote the file, and the version here cannot read it. Export the database there, and import it with this version.',
  FILE_IN_UTF16:
    'The database stores its text as UTF-16, and Headgate reads only UTF-8. Create an empty database with `PRAGMA encoding = "UTF-8"`, import the data into it, and register that file.',
  FILE_IN_USE: 'Another program has the file open for writing. Close it there, or use a copy of the file.',
};

export class SourceFailed extends DomainError {
  constructor(readonly fault: SourceFault | FileProblem) {
    super('bad_gateway', `DATA_SOURCE_${fault.startsWith('FILE_') ? 'UNREACHABLE' : fault}`, SENTENCES[fault]);
  }
}

export class SchemaNotFound extends DomainError {
  constructor() {
    super('not_found', 'SCHEMA_NOT_FOUND', 'The data source has no schema of this name, or its user cannot see it. Check the name.');
  }
}

export class DiscoveryTimeout extends DomainError {
  constructor() {
    super('gateway_timeout', 'DISCOVERY_TIMEOUT', 'The data source took too long. The earlier schema is kept. Try again later.');
  }
}

export class DiscoveryCancelled extends DomainError {
  constructor() {
    super('conflict', 'DISCOVERY_CANCELLED', 'The discovery was cancelled. The earlier schema is kept. Start it again when you need it.');
  }
}

/** The process or thread that read the source ended too early: by a crash, a restart or its memory limit. */
export class DiscoveryInterrupted extends DomainError {
  constructor() {
    super('bad_gateway', 'DISCOVERY_INTERRUPTED', 'The discovery did not finish. The earlier schema is kept. Start it again.');
  }
}

export class NameTaken extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'The organization already has a data source of this name. Choose another name.');
  }
}

/** Without this error an editor of a data source could have its password sent to their own host. */
export class PasswordNeeded extends ValidationFailed {
  constructor() {
    super([{ field: 'connection.password', message: 'Send the password again when you change where it is sent.' }]);
  }
}

/** Whether the source itself is in the way: not the request, nor this service. */
export function isOfSource(error: DomainError): boolean {
  return error instanceof SourceFailed || error instanceof HostNotAllowed || error instanceof DiscoveryTimeout;
}

const ENDS: readonly DomainError[] = [
  new HostNotAllowed(),
  new DataSourceClosed(),
  new DataNotCompared(),
  ...(Object.keys(SENTENCES) as (keyof typeof SENTENCES)[]).map((fault) => new SourceFailed(fault)),
  new SchemaNotFound(),
  new DiscoveryTimeout(),
  new DiscoveryCancelled(),
  new DiscoveryInterrupted(),
  new InstanceStopping(),
  new EngineUnavailable(),
  new Unavailable(),
];

/** The error that a discovery ended with, for callers that waited for it on another instance. */
export function errorOfEnd(end: { readonly errorCode: string | null; readonly errorMessage: string | null }): DomainError {
  const ends = ENDS.filter(({ code }) => code === end.errorCode);
  return ends.find(({ message }) => message === end.errorMessage) ?? ends[0] ?? new DiscoveryInterrupted();
}

/** Says why a signal ended the work: by the time limit, by the stop of its instance, or by a cancellation. */
export function errorOfAborted(signal: AbortSignal): DomainError {
  if (signal.reason instanceof InstanceStopping) return signal.reason;
  const { name } = signal.reason as { name?: unknown };
  return name === 'TimeoutError' ? new DiscoveryTimeout() : new DiscoveryCancelled();
}

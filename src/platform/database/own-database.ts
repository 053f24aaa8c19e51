import { type DatabaseTls, tlsOf } from './tls.js';

/** The address of the service's own tables, without the password; also the DI token. */
export class OwnDatabase {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly username: string;
  readonly tls: DatabaseTls;

  constructor(databaseUrl: string) {
    const url = new URL(databaseUrl);
    const host = url.searchParams.get('host') ?? decodeURIComponent(url.hostname).replace(/^\[(.*)\]$/, '$1');
    this.host = host === '' ? 'localhost' : host;
    this.port = Number(url.searchParams.get('port') ?? (url.port || 5432));
    this.username = url.searchParams.get('user') ?? decodeURIComponent(url.username);
    this.database = decodeURIComponent(url.pathname.slice(1)) || this.username;
    this.tls = tlsOf(url);
  }
}

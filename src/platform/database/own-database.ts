/** Where the service keeps its own tables, without the password; also the DI token. */
export class OwnDatabase {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly username: string;
  /** As `sslmode` of the URL. */
  readonly tls: 'disable' | 'require' | 'verify-ca' | 'verify-full';

  constructor(databaseUrl: string) {
    const url = new URL(databaseUrl);
    const host = url.searchParams.get('host') ?? decodeURIComponent(url.hostname).replace(/^\[(.*)\]$/, '$1');
    this.host = host === '' ? 'localhost' : host;
    this.port = Number(url.searchParams.get('port') ?? (url.port || 5432));
    this.username = url.searchParams.get('user') ?? decodeURIComponent(url.username);
    this.database = decodeURIComponent(url.pathname.slice(1)) || this.username;
    this.tls = tlsOf(url.searchParams.get('sslmode'));
  }
}

function tlsOf(sslmode: string | null): OwnDatabase['tls'] {
  if (sslmode === 'verify-ca' || sslmode === 'verify-full') return sslmode;
  return sslmode === null || sslmode === 'disable' ? 'disable' : 'require';
}

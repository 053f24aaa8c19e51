const PROTOCOLS = ['postgres:', 'postgresql:'];

/** What the driver, and `tlsOf`, do something with, or refuse with a sentence of their own. */
const PARAMETERS = new Set([
  ...['host', 'port', 'user', 'password', 'application_name', 'fallback_application_name', 'options', 'client_encoding', 'keepalives'],
  ...['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'sslnegotiation', 'ssl', 'requiressl', 'uselibpqcompat', 'sslcrl', 'sslcrldir'],
  ...['sslpassword', 'sslcertmode', 'gssencmode', 'channel_binding', 'require_auth', 'ssl_min_protocol_version'],
  'ssl_max_protocol_version',
]);

const ENCODE = 'write special characters of the password in percent-encoding: # as %23, / as %2F, ? as %3F, @ as %40, % as %25';

/** @returns what is wrong with the URL of a database, without any part of it; `null` if nothing is */
export function problemOfDatabaseUrl(text: string): string | null {
  if (!PROTOCOLS.some((protocol) => text.startsWith(`${protocol}//`))) return 'must be a URL that starts with postgres:// or postgresql://';
  if (!URL.canParse(text)) return `cannot be read as a URL: ${ENCODE}`;
  const url = new URL(text);
  // A sign that ends the address ended it within the password.
  if (url.hash !== '' || url.pathname.includes('@') || (url.search.includes('@') && !url.search.includes('=')) || !isDecodable(url))
    return `cannot be read as a URL: ${ENCODE}`;
  const unknown = [...new Set(url.searchParams.keys())].filter((name) => !PARAMETERS.has(name));
  if (unknown.length === 0) return null;
  const search = unknown.includes('schema') ? '. To name a schema, use options=-csearch_path%3DNAME' : '';
  return `has parameters that nothing reads: remove ${unknown.join(', ')}${search}`;
}

function isDecodable({ hostname, username, password, pathname }: URL): boolean {
  try {
    for (const part of [hostname, username, password, pathname]) decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}

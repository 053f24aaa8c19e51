import { asName, displayNameIn } from '../../shared/display-name.js';

/** A program that may ask people to let it act for them. */
export interface AgentClient {
  /** The address of its metadata document, or what its registration here was given. */
  readonly id: string;
  readonly name: string;
  /** Whose word the document is; `null` for a client that an administrator registered. */
  readonly host: string | null;
  /** The one organization that registered it. */
  readonly organizationId: number | null;
  readonly redirectUris: readonly string[];
}

/** What an administrator has registered. */
export interface RegisteredClient {
  readonly id: number;
  readonly organizationId: number;
  readonly clientId: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
  /** A client on a server keeps a secret; a program on the machine of a person cannot. */
  readonly hasSecrets: boolean;
  readonly createdAt: Date;
  readonly secrets: readonly ClientSecret[];
}

export interface ClientSecret {
  readonly id: number;
  readonly hint: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

const LONGEST_ADDRESS = 2_000;
const MOST_ADDRESSES = 50;
/** RFC 8252 section 7.3: the program gets its port from the system. */
const LOOPBACK = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?(\/[^#]*)?$/;
const OF_THIS_MACHINE = ['127.0.0.1', '[::1]', 'localhost'];
/** Schemes that run or show something in a browser, or reach more than one program. */
const NO_APPLICATION =
  /^(?:about|blob|chrome|data|file|filesystem|ftp|http|https|intent|javascript|mailto|ms-appx|resource|vbscript|view-source|ws|wss):/i;
const OWN_SCHEME = /^[a-z][a-z0-9+.-]{1,60}:\/{0,2}[^/]/;
const VISIBLE = /^[\x21-\x7e]+$/;

/** Of a program on the person's own machine, also by a scheme of its own. Any other program there can pose as it. */
export function isOnThisMachine(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol !== 'https:' || OF_THIS_MACHINE.includes(hostname);
}

/** Where answers may go: https, or this machine; a scheme of its own only for a client that an administrator knows. */
export function isRedirectAddress(address: string, allows: { readonly ownSchemes: boolean }): boolean {
  if (address.length > LONGEST_ADDRESS || !VISIBLE.test(address) || address.includes('#') || address.includes('\\')) return false;
  if (!URL.canParse(address)) return false;
  const { protocol, username, password } = new URL(address);
  if (username !== '' || password !== '') return false;
  if (protocol === 'https:') return address.startsWith('https://');
  if (protocol === 'http:') return LOOPBACK.test(address);
  return allows.ownSchemes && OWN_SCHEME.test(address) && !NO_APPLICATION.test(address);
}

/** Letter by letter (RFC 9700 section 4.1.3), but for the port of a loopback address. */
export function matchesRedirect(registered: string, asked: string): boolean {
  if (registered === asked) return true;
  const [, host, path = ''] = LOOPBACK.exec(registered) ?? [];
  const [, askedHost, askedPath = ''] = LOOPBACK.exec(asked) ?? [];
  return host !== undefined && host === askedHost && path === askedPath;
}

/** As people are shown it: its host, or its scheme for a program with one of its own. */
export function hostOfRedirect(address: string): string {
  const { host, protocol } = new URL(address);
  return /^https?:$/.test(protocol) ? host : protocol;
}

/** The address of a Client ID Metadata Document, letter by letter as it is fetched. */
export function isDocumentAddress(clientId: string): boolean {
  if (clientId.length > LONGEST_ADDRESS || !clientId.startsWith('https://') || !URL.canParse(clientId)) return false;
  const { href, pathname, hash, username, password } = new URL(clientId);
  return href === clientId && pathname.length > 1 && hash === '' && username === '' && password === '';
}

/** @returns `null` for a document that is not about this client, or of a client that we cannot serve */
export function clientOfDocument(clientId: string, document: unknown): AgentClient | null {
  if (typeof document !== 'object' || document === null) return null;
  const told = document as Readonly<Record<string, unknown>>;
  const { client_name: name, redirect_uris: addresses, token_endpoint_auth_method: method = 'none' } = told;
  if (told['client_id'] !== clientId || 'client_secret' in told || method !== 'none') return null;
  if (!Array.isArray(addresses) || addresses.length === 0 || addresses.length > MOST_ADDRESSES) return null;
  const redirectUris = addresses.filter(
    (address): address is string => typeof address === 'string' && isRedirectAddress(address, { ownSchemes: false }),
  );
  const { host } = new URL(clientId);
  return {
    id: clientId,
    name: (typeof name === 'string' ? displayNameIn(name) : null) ?? asName(host),
    host,
    organizationId: null,
    redirectUris,
  };
}

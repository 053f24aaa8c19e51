import { sign } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Certificate } from '../../domain/connection.js';
import { refuse } from './refusal.js';
import { SIGNATURE_ALGORITHMS } from './signature-algorithms.js';
import { REDIRECTED } from './xml-bounds.js';
import { parseXml, utf8Of } from './xml-document.js';
import { RSA_SHA256 } from './xml-names.js';

/** A query is in a URL; anything longer never came from a browser. */
const LONGEST_QUERY = 64 * 1024;
const PARAMETERS = ['SAMLRequest', 'SAMLResponse', 'RelayState', 'SigAlg', 'Signature', 'SAMLEncoding'];

export interface RedirectMessage {
  readonly kind: 'SAMLRequest' | 'SAMLResponse';
  readonly message: Element;
  readonly relayState: string | null;
  readonly isSigned: boolean;
}

/**
 * Adds a message to an address of the provider (SAML 2.0 Bindings, section 3.4.4.1).
 * @param privateKey PEM of an RSA key; signs the letters of the query. `null`: the message is not signed
 */
export function redirectUrl(
  address: string,
  kind: 'SAMLRequest' | 'SAMLResponse',
  xml: string,
  relayState: string | null,
  privateKey: string | null,
): string {
  const parameters: [string, string][] = [[kind, deflateRawSync(Buffer.from(xml)).toString('base64')]];
  if (relayState !== null) parameters.push(['RelayState', relayState]);
  if (privateKey !== null) parameters.push(['SigAlg', RSA_SHA256]);
  const query = parameters.map(([name, value]) => `${name}=${escapedWhole(value)}`).join('&');
  const signature = privateKey === null ? null : sign('sha256', Buffer.from(query), privateKey).toString('base64');
  const url = new URL(address);
  url.search = [url.search.slice(1), query, signature === null ? '' : `Signature=${escapedWhole(signature)}`]
    .filter((part) => part !== '')
    .join('&');
  return url.href;
}

/** A URL escapes an apostrophe by itself, after it was signed. */
function escapedWhole(text: string): string {
  return encodeURIComponent(text).replaceAll("'", '%27');
}

/**
 * The signature is over the letters of the query itself, so nothing in the document can get in its way or be wrapped.
 * @param rawQuery as it was sent, without the question mark
 */
export function readRedirect(rawQuery: string, certificates: readonly Certificate[]): RedirectMessage {
  if (rawQuery.length > LONGEST_QUERY) refuse('RESPONSE_MALFORMED', 'the query is too long');
  const raw = rawParameters(rawQuery);
  const kind = raw.has('SAMLRequest') ? 'SAMLRequest' : 'SAMLResponse';
  if (raw.has('SAMLRequest') === raw.has('SAMLResponse')) refuse('RESPONSE_MALFORMED', 'is not one message of SAML');
  const relayState = raw.has('RelayState') ? unescaped(raw.get('RelayState')) : null;
  const isSigned = raw.has('Signature');
  if (isSigned) requireSignature(raw, kind, certificates);
  return { kind, message: parseXml(inflated(unescaped(raw.get(kind))), REDIRECTED), relayState, isSigned };
}

function rawParameters(rawQuery: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  for (const part of rawQuery.split('&')) {
    const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(part) ?? [];
    const readable = unescaped(name);
    if (!PARAMETERS.includes(readable)) continue;
    // What is signed and what is read must be the same.
    if (parameters.has(readable) || readable !== name) refuse('RESPONSE_MALFORMED', `${readable} is given twice`);
    parameters.set(name, value);
  }
  if (parameters.has('SAMLEncoding')) refuse('RESPONSE_MALFORMED', 'SAMLEncoding is not supported');
  return parameters;
}

function requireSignature(raw: ReadonlyMap<string, string>, kind: string, certificates: readonly Certificate[]): void {
  const algorithm = unescaped(raw.get('SigAlg'));
  const known = Object.hasOwn(SIGNATURE_ALGORITHMS, algorithm) ? SIGNATURE_ALGORITHMS[algorithm] : undefined;
  const Algorithm = known ?? refuse('ALGORITHM_REFUSED', `SigAlg is ${algorithm}`);
  const signed = [kind, 'RelayState', 'SigAlg'].filter((name) => raw.has(name));
  const text = signed.map((name) => `${name}=${raw.get(name)}`).join('&');
  const signature = unescaped(raw.get('Signature'));
  const isGood = certificates.some(({ pem }) => new Algorithm().verifySignature(text, pem, signature));
  if (!isGood) refuse('SIGNATURE_INVALID', 'the signature of the query is not that of the provider');
}

function inflated(base64: string): string {
  try {
    return utf8Of(inflateRawSync(Buffer.from(base64, 'base64'), { maxOutputLength: REDIRECTED.bytes }));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return refuse('RESPONSE_MALFORMED', `cannot be inflated, or is larger than ${REDIRECTED.bytes / 1024} KiB`);
  }
}

function unescaped(text: string | undefined): string {
  try {
    return decodeURIComponent((text ?? '').replaceAll('+', ' '));
  } catch {
    return refuse('RESPONSE_MALFORMED', 'the query is not properly escaped');
  }
}

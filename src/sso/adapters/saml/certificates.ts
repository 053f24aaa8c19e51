import { type KeyObject, X509Certificate } from 'node:crypto';
import type { Certificate } from '../../domain/connection.js';
import { SKEW_MS } from './times.js';
import { refuse } from './refusal.js';

const LEAST_RSA_BITS = 2048;
/** P-256 and P-384, as OpenSSL names them. */
const CURVES = ['prime256v1', 'secp384r1'];

/** @param text PEM, or the Base64 of the DER form as metadata has it */
export function certificateOf(text: string): Certificate {
  const frames = [...text.matchAll(/-----BEGIN ([A-Z0-9 ]{1,40})-----/g)].map(([, name]) => name);
  const [frame = 'CERTIFICATE'] = frames;
  if (frames.length > 1)
    refuse('PROVIDER_MISCONFIGURED', `one text holds ${frames.length} certificates or keys: send each certificate on its own`);
  if (frame !== 'CERTIFICATE') refuse('PROVIDER_MISCONFIGURED', `is a ${frame}, not a CERTIFICATE`);
  // Line ends that were escaped for a file of settings.
  const lines = text.replaceAll(/\\r?\\n|\\n/g, '\n');
  const framed = /-----BEGIN CERTIFICATE-----([^-]+)-----END CERTIFICATE-----/.exec(lines)?.[1] ?? lines;
  const bytes = Buffer.from(framed.replace(/\s/g, ''), 'base64');
  const parsed = parse(bytes);
  requireStrong(publicKeyOf(parsed));
  return {
    fingerprint: parsed.fingerprint256.replaceAll(':', '').toLowerCase(),
    pem: parsed.toString(),
    notBefore: new Date(parsed.validFrom).toISOString(),
    notAfter: new Date(parsed.validTo).toISOString(),
  };
}

function requireStrong({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): void {
  if (type === 'ec') {
    const curve = details?.namedCurve ?? '';
    if (!CURVES.includes(curve)) refuse('PROVIDER_MISCONFIGURED', `the key of the certificate is on ${curve}; P-256 or P-384 is needed`);
  } else if (type !== 'rsa') refuse('PROVIDER_MISCONFIGURED', `the key of the certificate is ${type}; RSA or EC is needed`);
  // A short one can be factored.
  else if ((details?.modulusLength ?? 0) < LEAST_RSA_BITS)
    refuse('PROVIDER_MISCONFIGURED', `the key of the certificate is shorter than ${LEAST_RSA_BITS} bits`);
}

/** The certificates that are valid now: an expired one may be in anyone's hands. At least one. */
export function trustedAt(certificates: readonly Certificate[], now: Date): readonly Certificate[] {
  if (certificates.length === 0) refuse('PROVIDER_MISCONFIGURED', 'the connection has no certificate of its provider');
  const valid = certificates.filter(
    ({ notBefore, notAfter }) => Date.parse(notBefore) - SKEW_MS <= now.getTime() && now.getTime() < Date.parse(notAfter) + SKEW_MS,
  );
  if (valid.length === 0) refuse('PROVIDER_MISCONFIGURED', 'every certificate of the provider has expired or is not valid yet');
  return valid;
}

/** It may be no point of its curve, or of an algorithm that nobody knows. */
function publicKeyOf(certificate: X509Certificate): KeyObject {
  try {
    return certificate.publicKey;
  } catch {
    return refuse('PROVIDER_MISCONFIGURED', 'the key of the certificate cannot be read');
  }
}

function parse(bytes: Buffer): X509Certificate {
  try {
    return new X509Certificate(bytes);
  } catch {
    return refuse('PROVIDER_MISCONFIGURED', 'a certificate cannot be read');
  }
}

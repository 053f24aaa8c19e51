import { type JsonWebKey, type KeyObject, createPrivateKey, createPublicKey, generateKeyPair, sign } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** What the demo's identity provider signs with: the key for tokens, the certificate for assertions. */
export interface Signer {
  readonly key: string;
  readonly certificate: string;
  readonly jwk: JsonWebKey & { readonly kid: string; readonly alg: 'RS256'; readonly use: 'sig' };
}

const RSA_SHA256 = Buffer.from('06092a864886f70d01010b0500', 'hex');
const COMMON_NAME = Buffer.from('0603550403', 'hex');
const YEARS = ['200101000000Z', '491231235959Z'] as const;

/** The same after a restart: connections hold the certificate. Only the owner of the directory can read the key. */
export async function signerIn(directory: string): Promise<Signer> {
  const file = join(directory, 'identity-provider.pem');
  const kept = await readFile(file, 'utf8').catch(() => null);
  if (kept !== null) return signerOf(createPrivateKey(kept));
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const whole = `${file}.${process.pid}`;
  await writeFile(whole, pem(privateKey), { mode: 0o600 });
  await rename(whole, file);
  return signerOf(privateKey);
}

function signerOf(key: KeyObject): Signer {
  const jwk = { ...key.export({ format: 'jwk' }), kid: 'demo', alg: 'RS256', use: 'sig' } as const;
  return { key: pem(key), certificate: selfSigned('Identity provider of the demo', key), jwk };
}

function pem(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** RFC 5280 in its smallest form: the signature of one key makes the same certificate each time. */
function selfSigned(name: string, key: KeyObject): string {
  const algorithm = sequence(RSA_SHA256);
  const subject = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(name)))));
  const toSign = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    algorithm,
    subject,
    sequence(...YEARS.map((time) => der(0x17, Buffer.from(time)))),
    subject,
    createPublicKey(key).export({ type: 'spki', format: 'der' }),
  );
  const signature = der(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', toSign, key)]));
  const body = sequence(toSign, algorithm, signature).toString('base64').replaceAll(/.{64}/g, '$&\n');
  return `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`;
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, ...parts);
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

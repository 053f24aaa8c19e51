import { generateKeyPairSync, sign } from 'node:crypto';
import { rsaPair } from './rsa-pair.js';

const ECDSA_SHA256 = '06082a8648ce3d040302';
const RSA_SHA256 = '06092a864886f70d01010b0500';

export interface SelfSigned {
  readonly key: string;
  readonly cert: string;
}

interface Options {
  readonly type?: 'ec' | 'rsa';
  /** UTCTime; of this century. */
  readonly notBefore?: string;
  readonly notAfter?: string;
  readonly rsaBits?: number;
  readonly curve?: string;
}

/** A certificate that is its own authority, for one name; PEM. */
export function selfSigned(name: string, options: Options = {}): SelfSigned {
  const { type = 'ec', notBefore = '200101000000Z', notAfter = '491231235959Z', rsaBits, curve = 'prime256v1' } = options;
  const { publicKey, privateKey } =
    type === 'ec'
      ? generateKeyPairSync('ec', { namedCurve: curve })
      : rsaBits === undefined
        ? rsaPair()
        : generateKeyPairSync('rsa', { modulusLength: rsaBits });
  const algorithm = sequence(Buffer.from(type === 'ec' ? ECDSA_SHA256 : RSA_SHA256, 'hex'));
  const subject = sequence(der(0x31, sequence(Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from(name)))));
  const names = sequence(der(0x82, Buffer.from(name)));
  const authority = sequence(der(0x01, Buffer.from([0xff])));
  const tbs = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    algorithm,
    subject,
    sequence(der(0x17, Buffer.from(notBefore)), der(0x17, Buffer.from(notAfter))),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(
      0xa3,
      sequence(
        sequence(Buffer.from('0603551d11', 'hex'), der(0x04, names)),
        sequence(Buffer.from('0603551d13', 'hex'), der(0x04, authority)),
      ),
    ),
  );
  const signature = sign('sha256', tbs, privateKey);
  const certificate = sequence(tbs, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`,
  };
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, ...parts);
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const length =
    content.length < 0x80
      ? [content.length]
      : content.length < 0x100
        ? [0x81, content.length]
        : [0x82, content.length >> 8, content.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

import { webcrypto } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { exportPKCS8 } from 'jose';
import { type KeyPair, KeyPairs } from '../../application/ports/key-pairs.js';

/** What every provider verifies. */
const ALGORITHM = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 3072, publicExponent: new Uint8Array([1, 0, 1]) };
const YEARS = 10;

@Injectable()
export class X509KeyPairs extends KeyPairs {
  private lastMade: Promise<unknown> = Promise.resolve();

  make(at: Date): Promise<KeyPair> {
    // One at a time: each takes a thread that look-ups of names and hashes need too.
    const made = this.lastMade.then(() => keyPair(at));
    this.lastMade = made.catch(() => undefined);
    return made;
  }
}

async function keyPair(at: Date): Promise<KeyPair> {
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const notAfter = new Date(at);
  notAfter.setUTCFullYear(at.getUTCFullYear() + YEARS);
  // Loaded here, because it holds memory and most services make no key.
  const { X509CertificateGenerator } = await import('@peculiar/x509');
  // The name is for people who look at their provider; nothing is decided by it.
  const made = await X509CertificateGenerator.createSelfSigned({ name: 'CN=Headgate', keys, notBefore: at, notAfter });
  const fingerprint = Buffer.from(await made.getThumbprint('SHA-256')).toString('hex');
  return { fingerprint, certificate: `${made.toString('pem')}\n`, notAfter: made.notAfter, privateKey: await exportPKCS8(keys.privateKey) };
}

import { webcrypto } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { X509CertificateGenerator } from '@peculiar/x509';
import { exportPKCS8 } from 'jose';
import { insertedId } from '../../../platform/database/inserted-id.js';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { SecretBox } from '../../../shared/ports/secret-box.js';
import { type KeyPair, ServiceKeys, type SigningKey } from '../../application/ports/service-keys.js';
import type { ServiceKey } from '../../domain/service-key.js';
import { serviceKeySchema } from './schemas.js';

/** What every provider verifies. */
const ALGORITHM = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 3072, publicExponent: new Uint8Array([1, 0, 1]) };
const YEARS = 10;

@Injectable()
export class TypeOrmServiceKeys extends ServiceKeys {
  private readonly keys;
  private lastMade: Promise<unknown> = Promise.resolve();

  constructor(
    session: TypeOrmSession,
    private readonly secretBox: SecretBox,
  ) {
    super();
    this.keys = session.repository(serviceKeySchema);
  }

  of(connectionId: number): Promise<readonly ServiceKey[]> {
    return this.keys.find({ where: { connectionId }, order: { id: 'ASC' } });
  }

  make(at: Date): Promise<KeyPair> {
    // One at a time: each takes a thread that look-ups of names and hashes need too.
    const made = this.lastMade.then(() => keyPair(at));
    this.lastMade = made.catch(() => undefined);
    return made;
  }

  async add(connectionId: number, { privateKey, ...pair }: KeyPair, at: Date): Promise<ServiceKey> {
    const isCurrent = !(await this.keys.existsBy({ connectionId }));
    const key = { ...pair, connectionId, isCurrent, createdAt: at };
    const privateKeySealed = this.secretBox.seal(Buffer.from(privateKey), placeOf(key));
    return { ...key, id: await insertedId(this.keys, { ...key, privateKeySealed }) };
  }

  async putInUse({ id, connectionId }: ServiceKey): Promise<void> {
    // One after the other: at no time may a connection have two.
    await this.keys.update({ connectionId, isCurrent: true }, { isCurrent: false });
    await this.keys.update({ id }, { isCurrent: true });
  }

  async remove({ id }: ServiceKey): Promise<void> {
    await this.keys.delete({ id });
  }

  async current(connectionId: number): Promise<SigningKey | null> {
    const select = { id: true, connectionId: true, isCurrent: true, fingerprint: true, certificate: true, notAfter: true, createdAt: true };
    const found = await this.keys.findOne({ where: { connectionId, isCurrent: true }, select: { ...select, privateKeySealed: true } });
    if (found === null) return null;
    const { privateKeySealed, ...key } = found;
    return { ...key, privateKey: this.secretBox.open(privateKeySealed, placeOf(key)).toString() };
  }
}

async function keyPair(at: Date): Promise<KeyPair> {
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const notAfter = new Date(at);
  notAfter.setUTCFullYear(at.getUTCFullYear() + YEARS);
  // The name is for people who look at their provider; nothing is decided by it.
  const made = await X509CertificateGenerator.createSelfSigned({ name: 'CN=Headgate', keys, notBefore: at, notAfter });
  const fingerprint = Buffer.from(await made.getThumbprint('SHA-256')).toString('hex');
  return { fingerprint, certificate: `${made.toString('pem')}\n`, notAfter: made.notAfter, privateKey: await exportPKCS8(keys.privateKey) };
}

function placeOf({ fingerprint }: Pick<ServiceKey, 'fingerprint'>): string {
  return `sso_service_keys.private_key_sealed:${fingerprint}`;
}

import { Injectable } from '@nestjs/common';
import { insertedId } from '../../../platform/database/inserted-id.js';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { SecretBox } from '../../../shared/ports/secret-box.js';
import type { KeyPair } from '../../application/ports/key-pairs.js';
import { ServiceKeys, type SigningKey } from '../../application/ports/service-keys.js';
import type { ServiceKey } from '../../domain/service-key.js';
import { serviceKeySchema } from './schemas.js';

const SHOWN = {
  id: true,
  connectionId: true,
  isCurrent: true,
  fingerprint: true,
  certificate: true,
  notAfter: true,
  createdAt: true,
} as const;

@Injectable()
export class TypeOrmServiceKeys extends ServiceKeys {
  private readonly keys;

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

  async add(connectionId: number, { privateKey, ...pair }: KeyPair, at: Date): Promise<ServiceKey> {
    const isCurrent = !(await this.keys.existsBy({ connectionId }));
    const key = { ...pair, connectionId, isCurrent, createdAt: at };
    const privateKeySealed = this.secretBox.seal(Buffer.from(privateKey), placeOf(key));
    return { ...key, id: await insertedId(this.keys, { ...key, privateKeySealed }) };
  }

  async putInUse({ id, connectionId }: ServiceKey): Promise<void> {
    // In this order: the database refuses a second current key of a connection.
    await this.keys.update({ connectionId, isCurrent: true }, { isCurrent: false });
    await this.keys.update({ id }, { isCurrent: true });
  }

  async remove({ id }: ServiceKey): Promise<void> {
    await this.keys.delete({ id });
  }

  async current(connectionId: number): Promise<SigningKey | null> {
    const [key = null] = await this.sealed({ connectionId, isCurrent: true });
    return key;
  }

  opened(connectionId: number): Promise<readonly SigningKey[]> {
    return this.sealed({ connectionId });
  }

  private async sealed(where: { readonly connectionId: number; readonly isCurrent?: boolean }): Promise<readonly SigningKey[]> {
    const found = await this.keys.find({ where, select: { ...SHOWN, privateKeySealed: true }, order: { id: 'ASC' } });
    return found.map(({ privateKeySealed, ...key }) => ({
      ...key,
      privateKey: this.secretBox.open(privateKeySealed, placeOf(key)).toString(),
    }));
  }
}

function placeOf({ fingerprint }: Pick<ServiceKey, 'fingerprint'>): string {
  return `sso_service_keys.private_key_sealed:${fingerprint}`;
}

import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { Activations } from '../../application/ports/devices.js';
import type { Activation } from '../../domain/activation.js';
import { activationSchema } from './schemas.js';

@Injectable()
export class TypeOrmActivations extends Activations {
  private readonly activations;

  constructor(session: TypeOrmSession) {
    super();
    this.activations = session.repository(activationSchema);
  }

  async add(activation: Activation): Promise<void> {
    await this.activations.insert({ ...activation });
  }

  find(tokenHash: Uint8Array): Promise<Activation | null> {
    return this.activations.findOneBy({ tokenHash });
  }

  lock(tokenHash: Uint8Array): Promise<Activation | null> {
    return this.activations.findOne({ where: { tokenHash }, lock: { mode: 'pessimistic_write' } });
  }

  async save({ tokenHash, status, misuses }: Activation): Promise<void> {
    await this.activations.update({ tokenHash }, { status, misuses });
  }

  async voidOpen(deviceId: number): Promise<void> {
    await this.activations.update({ deviceId, status: 'open' }, { status: 'void' });
  }

  async purge(before: Date): Promise<number> {
    const { affected } = await this.activations.delete({ expiresAt: LessThan(before) });
    return affected ?? 0;
  }
}

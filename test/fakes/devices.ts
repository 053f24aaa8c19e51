import { createHash, randomUUID } from 'node:crypto';
import {
  Activations,
  DeviceTokenSuccession,
  DeviceTokens,
  Devices,
  type TokenHolder,
} from '../../src/devices/application/ports/devices.js';
import { Activation } from '../../src/devices/domain/activation.js';
import type { Device } from '../../src/devices/domain/device.js';
import { hashToken } from '../../src/shared/one-time-token.js';
import type { Page, PageRequest } from '../../src/shared/page.js';
import type { MemoryUsers } from './accounts.js';
import { type MemoryUnitOfWork, Rows, hex, pageOf } from './memory.js';

interface KeptToken {
  readonly hash: string;
  readonly familyId: string;
  readonly replacedAt: Date | null;
}

/** The tables of the devices, which answer three ports together. */
export class DeviceRows {
  readonly devices: Rows<Device>;
  readonly tokens: Rows<KeptToken>;

  constructor(unitOfWork: MemoryUnitOfWork) {
    this.devices = new Rows(unitOfWork, { name: 'devices', keyOf: ({ id }) => id });
    this.tokens = new Rows(unitOfWork, { name: 'device_tokens', keyOf: ({ hash }) => hash });
  }
}

export class MemoryDevices extends Devices {
  constructor(
    private readonly rows: DeviceRows,
    private readonly users: MemoryUsers,
  ) {
    super();
  }

  nextId(): Promise<number> {
    return Promise.resolve(this.rows.devices.nextId());
  }

  async save(device: Device): Promise<void> {
    await this.rows.devices.upsert(device, () => device);
  }

  async lock(id: number, userId: number): Promise<Device | null> {
    return (await this.rows.devices.lock((device) => device.id === id && device.userId === userId))[0] ?? null;
  }

  async lockOfFamily(familyId: string, userId: number): Promise<Device | null> {
    const found = await this.rows.devices.lock((device) => device.familyId === familyId && device.userId === userId);
    return found[0] ?? null;
  }

  lockTrustedOfFamily(familyId: string): Promise<Device[]> {
    return this.rows.devices.lock((device) => device.familyId === familyId && device.status === 'trusted');
  }

  async pageOf(userId: number, request: PageRequest): Promise<Page<Device>> {
    const found = await this.rows.devices.where((device) => device.userId === userId && device.activatedAt !== null);
    const activatedAt = (device: Device): number => device.activatedAt?.getTime() ?? 0;
    return pageOf(
      found.sort((one, other) => activatedAt(other) - activatedAt(one) || other.id - one.id),
      request,
    );
  }

  async remove(id: number): Promise<void> {
    await this.rows.devices.remove((device) => device.id === id);
  }

  async removeAll(userId: number): Promise<void> {
    await this.removeOrphans(await this.rows.devices.remove((device) => device.userId === userId));
  }

  async purge(pendingBefore: Date, endedBefore: Date): Promise<number> {
    const owners = new Map((await this.users.rows.all()).map((user) => [user.id, user]));
    const gone = await this.rows.devices.remove((device) => {
      if (device.status === 'pending') return device.createdAt < pendingBefore;
      if (device.status === 'revoked') return isBefore(device.revokedAt, endedBefore);
      if (isBefore(device.expiresAt, endedBefore)) return true;
      const owner = owners.get(device.userId);
      const isOverWith = owner !== undefined && owner.trustEpoch !== device.trustEpoch;
      return isOverWith && isBefore(owner.trustEndedAt, endedBefore) && isBefore(device.lastUsedAt, endedBefore);
    });
    await this.removeOrphans(gone);
    return gone.length;
  }

  private async removeOrphans(gone: readonly Device[]): Promise<void> {
    const left = new Set((await this.rows.devices.all()).map(({ familyId }) => familyId));
    const families = new Set(gone.map(({ familyId }) => familyId).filter((familyId) => !left.has(familyId)));
    await this.rows.tokens.remove(({ familyId }) => families.has(familyId));
  }
}

function isBefore(moment: Date | null, limit: Date): boolean {
  return moment !== null && moment < limit;
}

export class MemoryDeviceTokens extends DeviceTokens {
  constructor(
    private readonly unitOfWork: MemoryUnitOfWork,
    private readonly rows: DeviceRows,
  ) {
    super();
  }

  async holder(tokenHash: Uint8Array, userId: number): Promise<TokenHolder | null> {
    const token = await this.find(tokenHash);
    const device = token && (await this.rows.devices.one((one) => one.familyId === token.familyId && one.userId === userId));
    return token && device && { device, replacedAt: token.replacedAt };
  }

  lockHolder(tokenHash: Uint8Array, userId: number): Promise<TokenHolder | null> {
    return this.unitOfWork.run(async () => {
      const [token] = await this.rows.tokens.lock(({ hash }) => hash === hex(tokenHash));
      if (token === undefined) return null;
      await this.rows.devices.lock(({ familyId, userId: owner }) => familyId === token.familyId && owner === userId);
      return this.holder(tokenHash, userId);
    });
  }

  async find(tokenHash: Uint8Array): Promise<{ familyId: string; replacedAt: Date | null } | null> {
    const found = await this.rows.tokens.one(({ hash }) => hash === hex(tokenHash));
    return found && { familyId: found.familyId, replacedAt: found.replacedAt };
  }

  async claim(tokenHash: Uint8Array, familyId: string): Promise<string> {
    await this.rows.tokens.upsert({ hash: hex(tokenHash), familyId, replacedAt: null }, () => null);
    return (await this.find(tokenHash))?.familyId ?? familyId;
  }

  newFamilyId(): string {
    return randomUUID();
  }

  async replace(tokenHash: Uint8Array, at: Date): Promise<void> {
    await this.rows.tokens.update(
      ({ hash }) => hash === hex(tokenHash),
      (token) => ({ ...token, replacedAt: at }),
    );
  }

  async purge(replacedBefore: Date): Promise<number> {
    return (await this.rows.tokens.remove(({ replacedAt }) => isBefore(replacedAt, replacedBefore))).length;
  }
}

export class MemoryActivations extends Activations {
  private readonly rows: Rows<Activation>;

  constructor(
    unitOfWork: MemoryUnitOfWork,
    private readonly devices: DeviceRows,
  ) {
    super();
    this.rows = new Rows(unitOfWork, { name: 'device_activations', keyOf: ({ tokenHash }) => hex(tokenHash) });
  }

  add(activation: Activation): Promise<void> {
    return this.rows.insert(activation);
  }

  async find(tokenHash: Uint8Array): Promise<Activation | null> {
    return this.withDevice(await this.rows.one((one) => hex(one.tokenHash) === hex(tokenHash)));
  }

  async lock(tokenHash: Uint8Array): Promise<Activation | null> {
    return this.withDevice((await this.rows.lock((one) => hex(one.tokenHash) === hex(tokenHash)))[0] ?? null);
  }

  async save(activation: Activation): Promise<void> {
    await this.rows.update(
      ({ tokenHash }) => hex(tokenHash) === hex(activation.tokenHash),
      (one) => Activation.of({ ...one, status: activation.status, misuses: activation.misuses }),
    );
  }

  async voidOpen(deviceId: number): Promise<void> {
    await this.rows.update(
      (one) => one.deviceId === deviceId && one.status === 'open',
      (one) => Activation.of({ ...one, status: 'void' }),
    );
  }

  async purge(before: Date): Promise<number> {
    return (await this.rows.remove(({ expiresAt }) => expiresAt < before)).length;
  }

  /** A device that is gone is no longer named, as by the foreign key. */
  private async withDevice(activation: Activation | null): Promise<Activation | null> {
    if (activation === null) return null;
    const device = await this.devices.devices.one(({ id }) => id === activation.deviceId);
    return device === null ? Activation.of({ ...activation, deviceId: null }) : activation;
  }
}

/** The successor follows from the token, so that two tabs get the same one. */
export class HashedSuccession extends DeviceTokenSuccession {
  successorOf(token: string): Promise<{ token: string; hash: Uint8Array }> {
    const successor = createHash('sha256').update(token).digest('base64url');
    const hash = hashToken(successor);
    if (hash === null) throw new Error('A successor does not look like a token.');
    return Promise.resolve({ token: successor, hash });
  }
}

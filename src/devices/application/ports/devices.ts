import type { Page, PageRequest } from '../../../shared/page.js';
import type { Activation } from '../../domain/activation.js';
import type { Device } from '../../domain/device.js';

/**
 * Each device token has one successor, which only the service can compute: two tabs that race get the same new token,
 * and still only hashes are stored.
 */
export abstract class DeviceTokenSuccession {
  abstract successorOf(token: string): Promise<{ token: string; hash: Uint8Array }>;
}

/** A known device token, with the device of one user that it identifies. */
export interface TokenHolder {
  readonly device: Device;
  /** When a newer token replaced it; `null` for the present one. */
  readonly replacedAt: Date | null;
}

export abstract class Devices {
  abstract nextId(): Promise<number>;
  /** Inserts or updates. */
  abstract save(device: Device): Promise<void>;
  /** Locks the row until the unit of work ends, as do all methods below. */
  abstract lock(id: number, userId: number): Promise<Device | null>;
  abstract lockOfFamily(familyId: string, userId: number): Promise<Device | null>;
  /** All trusted devices on one browser, of all its users. */
  abstract lockTrustedOfFamily(familyId: string): Promise<Device[]>;
  /** Devices that are or were trusted, the latest activation first. */
  abstract pageOf(userId: number, request: PageRequest): Promise<Page<Device>>;
  abstract remove(id: number): Promise<void>;
  /** All devices of a user, with the tokens that no other user's device shares. */
  abstract removeAll(userId: number): Promise<void>;
  /** Removes pending entries made before `pendingBefore`, and devices whose trust ended before `endedBefore`, with their tokens. */
  abstract purge(pendingBefore: Date, endedBefore: Date): Promise<number>;
}

export abstract class DeviceTokens {
  abstract holder(tokenHash: Uint8Array, userId: number): Promise<TokenHolder | null>;
  /** Locks the token until the unit of work ends: if two logins come at once, one replaces it and the other sees that. */
  abstract lockHolder(tokenHash: Uint8Array, userId: number): Promise<TokenHolder | null>;
  abstract find(tokenHash: Uint8Array): Promise<{ familyId: string; replacedAt: Date | null } | null>;
  /** @returns the family that it belongs to now: another one when another login was first */
  abstract claim(tokenHash: Uint8Array, familyId: string): Promise<string>;
  abstract newFamilyId(): string;
  abstract replace(tokenHash: Uint8Array, at: Date): Promise<void>;
  /** Removes those that were replaced before. */
  abstract purge(replacedBefore: Date): Promise<number>;
}

export abstract class Activations {
  abstract add(activation: Activation): Promise<void>;
  abstract find(tokenHash: Uint8Array): Promise<Activation | null>;
  abstract lock(tokenHash: Uint8Array): Promise<Activation | null>;
  abstract save(activation: Activation): Promise<void>;
  /** Open offers for this device lapse. */
  abstract voidOpen(deviceId: number): Promise<void>;
  abstract purge(before: Date): Promise<number>;
}

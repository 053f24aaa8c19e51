import { Ceremonies, type CeremonyPurpose, Challenges } from '../../src/mfa/application/ports/challenges.js';
import { Factors, RecoveryCodes } from '../../src/mfa/application/ports/factors.js';
import { Totp } from '../../src/mfa/application/ports/totp.js';
import {
  type AssertionOptions,
  type Ceremony,
  type RegisteredCredential,
  type RegistrationOptions,
  Webauthn,
} from '../../src/mfa/application/ports/webauthn.js';
import type { Challenge } from '../../src/mfa/domain/challenge.js';
import type { Factor, TotpFactor, WebauthnFactor } from '../../src/mfa/domain/factor.js';
import { CredentialRegisteredAlready } from '../../src/mfa/domain/mfa.errors.js';
import { Duplicate, type MemoryUnitOfWork, Rows, hex } from './memory.js';
import type { MemorySessions } from './sessions.js';

export class MemoryFactors extends Factors {
  private readonly rows: Rows<Factor>;

  constructor(unitOfWork: MemoryUnitOfWork) {
    super();
    this.rows = new Rows<Factor>(unitOfWork, {
      name: 'mfa_factors',
      keyOf: ({ id }) => id,
      unique: { credential: (factor) => (factor.type === 'webauthn' ? factor.credentialId : null) },
    });
  }

  nextId(): Promise<number> {
    return Promise.resolve(this.rows.nextId());
  }

  sealSecret(factorId: number, secret: string): string {
    return `sealed for ${factorId}:${secret}`;
  }

  secretOf({ id, secretSealed }: TotpFactor): string {
    const seal = `sealed for ${id}:`;
    if (!secretSealed.startsWith(seal)) throw new Error('The secret was sealed for another factor.');
    return secretSealed.slice(seal.length);
  }

  async add(factor: Factor): Promise<void> {
    try {
      await this.rows.insert(factor);
    } catch (error) {
      if (error instanceof Duplicate && error.rule === 'mfa_factors.credential') throw new CredentialRegisteredAlready();
      throw error;
    }
  }

  async confirmedOf(userId: number): Promise<Factor[]> {
    return inOrder(await this.rows.where(isConfirmedOf(userId)));
  }

  async lockConfirmed(userId: number): Promise<Factor[]> {
    return inOrder(await this.rows.lock(isConfirmedOf(userId)));
  }

  find(id: number, userId: number): Promise<Factor | null> {
    return this.rows.one((factor) => factor.id === id && factor.userId === userId);
  }

  async confirm(id: number, at: Date, lastTimeStep: number): Promise<boolean> {
    const confirmed = await this.rows.update(
      (factor) => factor.id === id,
      (factor) => ({ ...factor, confirmedAt: at, lastUsedAt: at, ...(factor.type === 'totp' && { lastTimeStep }) }),
    );
    return confirmed.length === 1;
  }

  async used(id: number, use: { lastTimeStep: number } | { signCount: number }, at: Date): Promise<void> {
    await this.rows.update(
      (factor) => factor.id === id,
      (factor) => ({ ...factor, ...use, lastUsedAt: at }),
    );
  }

  async remove(id: number): Promise<void> {
    await this.rows.remove((factor) => factor.id === id);
  }

  async removeAll(userId: number): Promise<number> {
    const removed = await this.rows.remove((factor) => factor.userId === userId);
    return removed.filter(({ confirmedAt }) => confirmedAt !== null).length;
  }

  async removeUnconfirmed(userId: number): Promise<void> {
    await this.rows.remove((factor) => factor.userId === userId && factor.confirmedAt === null);
  }

  async purgeUnconfirmed(before: Date): Promise<number> {
    const isOld = ({ confirmedAt, createdAt }: Factor): boolean => confirmedAt === null && createdAt < before;
    return (await this.rows.remove(isOld)).length;
  }
}

function isConfirmedOf(userId: number): (factor: Factor) => boolean {
  return (factor) => factor.userId === userId && factor.confirmedAt !== null;
}

function inOrder(factors: Factor[]): Factor[] {
  return factors.sort((one, other) => one.id - other.id);
}

interface RecoveryCode {
  readonly userId: number;
  readonly hash: string;
  readonly usedAt: Date | null;
}

export class MemoryRecoveryCodes extends RecoveryCodes {
  private readonly rows: Rows<RecoveryCode>;

  constructor(unitOfWork: MemoryUnitOfWork) {
    super();
    this.rows = new Rows(unitOfWork, { name: 'mfa_recovery_codes', keyOf: ({ userId, hash }) => `${userId} ${hash}` });
  }

  async left(userId: number): Promise<number> {
    return (await this.rows.where((code) => code.userId === userId && code.usedAt === null)).length;
  }

  async replace(userId: number, hashes: readonly Uint8Array[]): Promise<void> {
    await this.rows.remove((code) => code.userId === userId);
    for (const hash of hashes) await this.rows.insert({ userId, hash: hex(hash), usedAt: null });
  }

  async isUnused(userId: number, hash: Uint8Array): Promise<boolean> {
    return (await this.rows.one(isUnused(userId, hash))) !== null;
  }

  async use(userId: number, hash: Uint8Array, at: Date): Promise<boolean> {
    return (await this.rows.update(isUnused(userId, hash), (code) => ({ ...code, usedAt: at }))).length === 1;
  }
}

function isUnused(userId: number, hash: Uint8Array): (code: RecoveryCode) => boolean {
  return (code) => code.userId === userId && code.hash === hex(hash) && code.usedAt === null;
}

export class MemoryChallenges extends Challenges {
  private readonly rows: Rows<Challenge>;

  constructor(unitOfWork: MemoryUnitOfWork) {
    super();
    this.rows = new Rows(unitOfWork, { name: 'mfa_challenges', keyOf: ({ tokenHash }) => hex(tokenHash) });
  }

  add(challenge: Challenge): Promise<void> {
    return this.rows.insert(challenge);
  }

  async lock(tokenHash: Uint8Array): Promise<Challenge | null> {
    return (await this.rows.lock((challenge) => hex(challenge.tokenHash) === hex(tokenHash)))[0] ?? null;
  }

  async save(challenge: Challenge): Promise<void> {
    await this.rows.update(
      ({ tokenHash }) => hex(tokenHash) === hex(challenge.tokenHash),
      () => challenge,
    );
  }

  async purge(before: Date): Promise<number> {
    return (await this.rows.remove(({ expiresAt }) => expiresAt < before)).length;
  }
}

interface KeptCeremony {
  readonly sessionId: number;
  readonly purpose: CeremonyPurpose;
  readonly webauthnChallenge: string;
  readonly expiresAt: Date;
}

export class MemoryCeremonies extends Ceremonies {
  private readonly rows: Rows<KeptCeremony>;

  constructor(
    unitOfWork: MemoryUnitOfWork,
    private readonly sessions: MemorySessions,
  ) {
    super();
    this.rows = new Rows(unitOfWork, {
      name: 'mfa_ceremonies',
      keyOf: ({ sessionId, purpose }) => `${sessionId} ${purpose}`,
    });
  }

  async begin(ceremony: KeptCeremony): Promise<void> {
    if ((await this.sessions.rows.one(({ id }) => id === ceremony.sessionId)) === null) return;
    await this.rows.upsert(ceremony, () => ceremony);
  }

  async take(sessionId: number, purpose: CeremonyPurpose, now: Date): Promise<string | null> {
    const [taken] = await this.rows.remove(isOf(sessionId, purpose));
    return taken !== undefined && now < taken.expiresAt ? taken.webauthnChallenge : null;
  }

  async purge(before: Date): Promise<number> {
    return (await this.rows.remove(({ expiresAt }) => expiresAt < before)).length;
  }
}

function isOf(sessionId: number, purpose: CeremonyPurpose): (ceremony: KeptCeremony) => boolean {
  return (ceremony) => ceremony.sessionId === sessionId && ceremony.purpose === purpose;
}

const STEP_MS = 30_000;

/** The code of a moment is the number of its time step; its last six digits, as everywhere. */
export class CountingTotp extends Totp {
  newSecret(): string {
    return 'JBSWY3DPEHPK3PXP';
  }

  provisioning(secret: string, account: string, name: string): { url: string; qrCode: string } {
    return { url: `otpauth://totp/${account} (${name})?secret=${secret}`, qrCode: 'data:image/png;base64,' };
  }

  timeStepOf(code: string, secret: string, at: Date, afterTimeStep: number | null): number | null {
    const now = Math.floor(at.getTime() / STEP_MS);
    const step = [now - 1, now, now + 1].find((one) => codeOf(secret, one) === code);
    return step === undefined || (afterTimeStep !== null && step <= afterTimeStep) ? null : step;
  }

  codeAt(secret: string, at: Date): string {
    return codeOf(secret, Math.floor(at.getTime() / STEP_MS));
  }
}

function codeOf(secret: string, step: number): string {
  return String(step * secret.length).slice(-6);
}

/** The authenticator signs by saying its challenge: `{ id, challenge, signCount }`. */
export class FrankWebauthn extends Webauthn {
  private count = 0;

  beginRegistration(user: { id: number; username: string }): Promise<Ceremony<RegistrationOptions>> {
    const challenge = `registration ${++this.count}`;
    const who = { id: String(user.id), name: user.username, displayName: user.username };
    return Promise.resolve({
      challenge,
      options: { challenge, rp: { name: 'Headgate' }, user: who, pubKeyCredParams: [] },
    });
  }

  verifyRegistration(attestation: unknown, challenge: string): Promise<RegisteredCredential | null> {
    const { id, challenge: signed } = attestation as { id: string; challenge: string };
    if (signed !== challenge) return Promise.resolve(null);
    return Promise.resolve({ credentialId: id, publicKey: new Uint8Array([1]), signCount: 0, transports: [] });
  }

  beginAssertion(known: readonly Pick<WebauthnFactor, 'credentialId'>[]): Promise<Ceremony<AssertionOptions>> {
    const challenge = `assertion ${++this.count}`;
    const allowCredentials = known.map(({ credentialId: id }) => ({ id, type: 'public-key' }));
    return Promise.resolve({ challenge, options: { challenge, allowCredentials } });
  }

  verifyAssertion(assertion: unknown, challenge: string): Promise<{ signCount: number } | null> {
    const { challenge: signed, signCount = 0 } = assertion as { challenge: string; signCount?: number };
    return Promise.resolve(signed === challenge ? { signCount } : null);
  }
}

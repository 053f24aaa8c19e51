import { type ResealCount, type ResealSession, type SealedColumn, resealEverything } from './reseal.js';
import { AesSecretBox } from './aes-secret-box.js';
import { MasterKeyFile, MasterKeyFileUnusable, newMasterKey } from './master-key-file.js';
import { loadMasterKeys, MasterKeys } from './master-keys.js';

/** If writers still seal under an older key after this many rounds, that is a finding and not bad luck. */
const ROUNDS = 3;

export interface RotationInput {
  readonly config: { readonly masterKeys?: readonly string[] | undefined; readonly dataDirectory: string };
  readonly session: ResealSession;
  readonly columns: readonly SealedColumn[];
  /**
   * Runs the work while no other rotation runs. With a key file, no server may run either: it would keep sealing under
   * the key whose line is dropped at the end.
   */
  readonly exclusively: <T>(work: () => Promise<T>) => Promise<T>;
}

export interface Rotation {
  /** True when the current key alone opens everything. */
  readonly complete: boolean;
  readonly source: 'configuration' | 'key file';
  readonly currentId: string;
  readonly olderIds: readonly string[];
  readonly counts: readonly ResealCount[];
}

/**
 * Seals everything under the first master key; with a key file, also makes that key and drops the old ones. Safe to run
 * again after a crash at any point: it continues where it stopped.
 * @throws MasterKeyFileUnusable
 */
export function rotateMasterKey(input: RotationInput): Promise<Rotation> {
  const configured = input.config.masterKeys !== undefined && input.config.masterKeys.length > 0;
  return input.exclusively(() => (configured ? rotateConfigured(input) : rotateKeyFile(input)));
}

async function rotateConfigured(input: RotationInput): Promise<Rotation> {
  return { source: 'configuration', ...(await resealUnderCurrent(input, await loadMasterKeys(input.config))) };
}

async function rotateKeyFile(input: RotationInput): Promise<Rotation> {
  const file = new MasterKeyFile(input.config.dataDirectory);
  let keys = await file.read();
  if (keys === undefined) {
    throw new MasterKeyFileUnusable(file.path, 'does not exist', 'Start Headgate once: it makes the file. Or restore it from a backup.');
  }
  // More than one line means an unfinished rotation: yet another key would only add to what has to be kept.
  if (keys.length === 1) {
    keys = [newMasterKey(), ...keys];
    MasterKeys.of(keys);
    await file.replace(keys);
  }
  const rotation = await resealUnderCurrent(input, MasterKeys.of(keys));
  if (rotation.complete) {
    await file.replace(keys.slice(0, 1));
    await file.removeLeftovers();
  }
  return { source: 'key file', ...rotation };
}

async function resealUnderCurrent(input: RotationInput, keys: MasterKeys): Promise<Omit<Rotation, 'source'>> {
  const { currentId, olderIds } = keys;
  const all = new AesSecretBox(keys);
  // The proof is the state after the rotation: a box with only the current key must open every value.
  const proof = new AesSecretBox(keys.currentOnly());
  let counts: ResealCount[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    counts = addResealed(counts, await resealEverything(input.session, all, input.columns));
    if (counts.some((count) => count.unreadable > 0)) break;
    const left = await resealEverything(input.session, proof, input.columns);
    if (left.every((count) => count.unreadable === 0)) return { complete: true, currentId, olderIds, counts };
  }
  return { complete: false, currentId, olderIds, counts };
}

function addResealed(before: readonly ResealCount[], now: readonly ResealCount[]): ResealCount[] {
  return now.map((count, index) => ({ ...count, resealed: count.resealed + (before[index]?.resealed ?? 0) }));
}

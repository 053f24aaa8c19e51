import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { decodeMasterKey, MasterKeyFile, MasterKeyFileUnusable } from './master-key-file.js';

const KEY_BYTES = 32;
const ID_BYTES = 4;

interface MasterKey {
  readonly id: string;
  /** A key object and not its bytes: printing or serialising it shows nothing. */
  readonly key: KeyObject;
}

/** The keys that protect everything at rest: the first seals, the older ones only open. */
export class MasterKeys {
  private constructor(
    private readonly current: MasterKey,
    private readonly older: readonly MasterKey[],
  ) {}

  static of(rawKeys: readonly Uint8Array[]): MasterKeys {
    const distinct: MasterKey[] = [];
    for (const candidate of rawKeys.map(masterKeyOf)) {
      const known = distinct.find((other) => other.id === candidate.id);
      if (known === undefined) distinct.push(candidate);
      // One pair in four billion shares an id; values would then be opened with the wrong key.
      else if (!known.key.equals(candidate.key)) throw new Error(`Two master keys share the id ${known.id}: make another.`);
    }
    const [current, ...older] = distinct;
    if (current === undefined) throw new Error('There is no master key.');
    return new MasterKeys(current, older);
  }

  /** Ids are safe to print: they are derived from the key by a one-way function. */
  get currentId(): string {
    return this.current.id;
  }

  get olderIds(): readonly string[] {
    return this.older.map((older) => older.id);
  }

  /** The keys that are left once the older ones are dropped. */
  currentOnly(): MasterKeys {
    return new MasterKeys(this.current, []);
  }

  currentSubKey(purpose: string): KeyObject {
    return subKeyOf(this.current, purpose);
  }

  /** @returns `undefined` when no key has this id */
  subKey(id: string, purpose: string): KeyObject | undefined {
    const master = [this.current, ...this.older].find((candidate) => candidate.id === id);
    return master && subKeyOf(master, purpose);
  }
}

/**
 * From the configuration; else from the key file, which the first start makes.
 * @param isSealed whether the database holds anything that another key has sealed: then no new key is made
 * @throws MasterKeyFileUnusable
 */
export async function loadMasterKeys(
  config: { readonly masterKeys?: readonly string[] | undefined; readonly dataDirectory: string },
  isSealed: () => Promise<boolean> = () => Promise.resolve(false),
): Promise<MasterKeys> {
  if (config.masterKeys === undefined || config.masterKeys.length === 0) {
    const file = new MasterKeyFile(config.dataDirectory);
    if ((await file.read()) === undefined && (await isSealed()))
      throw new MasterKeyFileUnusable(
        file.path,
        'is missing, but the database holds what was sealed under its key',
        'Restore the file from a backup, or set HEADGATE_MASTER_KEY to the key. A new key would not open any of it.',
      );
    return MasterKeys.of(await file.readOrCreate());
  }
  return MasterKeys.of(
    config.masterKeys.map((text, index) => {
      const key = decodeMasterKey(text);
      if (key === undefined) throw new Error(`HEADGATE_MASTER_KEY: entry ${index + 1} is not 32 bytes in base64.`);
      return key;
    }),
  );
}

function masterKeyOf(rawKey: Uint8Array): MasterKey {
  if (rawKey.byteLength !== KEY_BYTES) throw new Error(`A master key has ${KEY_BYTES} bytes.`);
  const key = createSecretKey(rawKey);
  return { id: expand(key, 'headgate/key-id', ID_BYTES).toString('hex'), key };
}

function subKeyOf(master: MasterKey, purpose: string): KeyObject {
  return createSecretKey(expand(master.key, `headgate/v1/${purpose}`, KEY_BYTES));
}

/** Without a salt: RFC 5869 section 3.1 needs none when the input already is a uniformly random key. */
function expand(key: KeyObject, info: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), info, bytes));
}

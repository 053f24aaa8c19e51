import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What a run leaves behind for a moment: processes, servers and one temporary directory, undone the last first. */
export class Scratch {
  #undo = [];
  #clearing;

  static async make() {
    const directory = await mkdtemp(join(tmpdir(), 'headgate-bench-'));
    // As root the embedded server runs under another account, which has to pass through to its part.
    if (process.getuid?.() === 0) await chmod(directory, 0o711);
    return new Scratch(directory);
  }

  constructor(directory) {
    this.directory = directory;
    this.defer(() => rm(directory, { recursive: true, force: true, maxRetries: 5 }));
  }

  get isClearing() {
    return this.#clearing !== undefined;
  }

  defer(undo) {
    this.#undo.push(undo);
  }

  /** As root the cluster may live elsewhere, where removing the data directory would leave it. */
  deferCluster(dataDirectory) {
    this.defer(async () => {
      const elsewhere = await readFile(join(dataDirectory, 'postgres', 'location'), 'utf8').catch(() => '');
      if (elsewhere !== '') await rm(elsewhere.trim(), { recursive: true, force: true });
    });
  }

  clear() {
    this.#clearing ??= this.#clear();
    return this.#clearing;
  }

  async #clear() {
    for (let undo = this.#undo.pop(); undo !== undefined; undo = this.#undo.pop()) {
      await Promise.resolve()
        .then(undo)
        .catch((error) => console.error(error));
    }
  }
}

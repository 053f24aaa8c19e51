import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { type Archive, fileOf } from '../domain/archive.js';
import { BEGINNING, isSame } from '../domain/chain.js';
import { type ArchivedLink, linesOfArchive } from '../domain/archive-file.js';
import { ArchiveStore } from './ports/archive-store.js';
import { Archives } from './ports/archives.js';
import { ChainMarks } from './ports/chains.js';
import { Retention } from './ports/retention.js';

const DAY_MS = 86_400_000;

export interface ArchiveReport {
  readonly files: readonly string[];
  /** Broken chains are not moved, so that the break stays visible. */
  readonly broken: readonly number[];
}

/**
 * Moves sealed links that are old enough into files, whole days at a time. The file is there before anything is
 * deleted. If a process dies in between, the next run archives the same rows under the same name, because past days do
 * not grow.
 */
@Injectable()
export class ArchiveAudit {
  constructor(
    private readonly archives: Archives,
    private readonly store: ArchiveStore,
    private readonly marks: ChainMarks,
    private readonly retention: Retention,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<ArchiveReport> {
    const files: string[] = [];
    const broken: number[] = [];
    const { days } = this.retention;
    if (days === null) return { files, broken };
    const before = new Date(Math.floor(this.clock.now().getTime() / DAY_MS) * DAY_MS - days * DAY_MS);
    for (let chain = await this.archives.nextChain(-1, before); chain !== null;) {
      const at: number = chain;
      const outcome = await this.unitOfWork.run(() => this.move(at, before));
      if (outcome === 'busy') return { files, broken };
      if (outcome === 'broken') broken.push(at);
      if (typeof outcome === 'object') files.push(outcome.file);
      else chain = await this.archives.nextChain(at, before);
    }
    return { files, broken };
  }

  private async move(chain: number, before: Date): Promise<Archive | 'busy' | 'broken' | 'done'> {
    if (!(await this.archives.claim())) return 'busy';
    const anchor = await this.archives.anchorOf(chain);
    if (anchor !== null && !isSame(this.marks.archiveProofOf(anchor), anchor.proof)) return 'broken';
    // A planted forgery would be deleted with what is archived now, and never be seen.
    if (anchor !== null && (await this.archives.holdsThrough(anchor))) return 'broken';
    const { lastPosition, lastHash } = anchor ?? { lastPosition: 0, lastHash: BEGINNING };
    const links = await this.archives.linksAfter(chain, anchor, before);
    const [first, last] = [links[0], links.at(-1)];
    if (first === undefined || last === undefined) return 'done';
    if (!this.holds(links, lastPosition, lastHash)) return 'broken';
    const range = { chain, firstPosition: first.position, lastPosition: last.position };
    const bytes = Buffer.from(linesOfArchive(links), 'utf8');
    const file = fileOf(range);
    await this.store.put(file, bytes);
    const archive = {
      ...range,
      file,
      lastEventId: last.lastEventId,
      eventCount: links.reduce((sum, { eventCount }) => sum + eventCount, 0),
      lastHash: last.hash,
      sealedUntil: last.sealedAt,
      digest: this.marks.digestOf(bytes),
    };
    const proved = { ...archive, proof: this.marks.archiveProofOf(archive) };
    await this.archives.replace(proved, this.clock.now());
    return proved;
  }

  private holds(links: readonly ArchivedLink[], after: number, hashBefore: Uint8Array): boolean {
    let [position, hash] = [after, hashBefore];
    return links.every((link) => {
      const follows = link.position === position + 1 && isSame(link.previousHash, hash);
      [position, hash] = [link.position, link.hash];
      return follows && isSame(this.marks.hashOf(link, this.marks.digestOf(link.events.join('\n'))), link.hash);
    });
  }
}

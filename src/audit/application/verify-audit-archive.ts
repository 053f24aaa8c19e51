import { Injectable } from '@nestjs/common';
import { linksOfArchive } from '../domain/archive-file.js';
import type { Archive } from '../domain/archive.js';
import { BEGINNING, isSame } from '../domain/chain.js';
import { ArchiveStore } from './ports/archive-store.js';
import { Archives } from './ports/archives.js';
import { ChainMarks } from './ports/chains.js';

export interface ArchiveVerdict {
  readonly file: string;
  readonly eventCount: number;
  readonly holds: boolean;
}

/** Compares every archive, link by link, with what vouches for it. */
@Injectable()
export class VerifyAuditArchive {
  constructor(
    private readonly archives: Archives,
    private readonly store: ArchiveStore,
    private readonly marks: ChainMarks,
  ) {}

  async *execute(): AsyncGenerator<ArchiveVerdict> {
    for (const chain of await this.archives.chains()) {
      let last = { position: 0, hash: BEGINNING };
      for (const archive of await this.archives.of(chain)) {
        const holds = await this.holds(archive, last);
        yield { file: archive.file, eventCount: archive.eventCount, holds };
        last = { position: archive.lastPosition, hash: archive.lastHash };
      }
    }
  }

  private async holds(archive: Archive, before: { position: number; hash: Uint8Array }): Promise<boolean> {
    const bytes = await this.store.get(archive.file);
    if (bytes === null || !isSame(this.marks.digestOf(bytes), archive.digest)) return false;
    if (!isSame(this.marks.archiveProofOf(archive), archive.proof)) return false;
    let last = before;
    for (const link of linksOfArchive(Buffer.from(bytes).toString('utf8'))) {
      const follows = link.position === last.position + 1 && isSame(link.previousHash, last.hash);
      if (!follows || !isSame(this.marks.hashOf(link, this.marks.digestOf(link.events.join('\n'))), link.hash)) return false;
      last = link;
    }
    return last.position === archive.lastPosition && isSame(last.hash, archive.lastHash);
  }
}

import { createHash, createHmac } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ApplicationSecrets } from '../../../platform/crypto/application-secrets.js';
import { ChainMarks } from '../../application/ports/chains.js';
import type { Archive } from '../../domain/archive.js';
import type { Head, Link } from '../../domain/chain.js';

@Injectable()
export class HmacChainMarks extends ChainMarks implements OnModuleInit {
  private key: Uint8Array | undefined;

  constructor(private readonly secrets: ApplicationSecrets) {
    super();
  }

  /** Made outside every transaction: a key that was made in one and rolled back with it would still be remembered. */
  async onModuleInit(): Promise<void> {
    this.key = await this.secrets.value('audit_chain');
  }

  hashOf(link: Omit<Link, 'hash'>, digest: Uint8Array): Uint8Array {
    const { chain, position, firstEventId, lastEventId, eventCount, sealedAt } = link;
    const place = ['link', chain, position, firstEventId, lastEventId, eventCount, sealedAt.toISOString()];
    return this.mac([link.previousHash, digest], place);
  }

  proofOf({ chain, position, lastEventId, hash }: Omit<Head, 'proof'>): Uint8Array {
    return this.mac([hash], ['head', chain, position, lastEventId]);
  }

  digestOf(content: string | Uint8Array): Uint8Array {
    return createHash('sha256').update(content).digest();
  }

  archiveProofOf({ lastHash, digest, ...archive }: Omit<Archive, 'proof'>): Uint8Array {
    const { chain, firstPosition, lastPosition, lastEventId, eventCount, sealedUntil, file } = archive;
    const place = ['archive', chain, firstPosition, lastPosition, lastEventId, eventCount, sealedUntil.toISOString(), file];
    return this.mac([lastHash, digest], place);
  }

  private mac(hashes: readonly Uint8Array[], place: readonly (string | number)[]): Uint8Array {
    if (this.key === undefined) throw new Error('The key of the audit chain was not loaded.');
    const mac = createHmac('sha256', this.key);
    for (const hash of hashes) mac.update(hash);
    return mac.update(JSON.stringify(place), 'utf8').digest();
  }
}

import { Resolver } from 'node:dns/promises';
import { Injectable } from '@nestjs/common';
import { Config } from '../../../platform/config/config.js';
import { LocalRecords } from '../../../platform/network/local-records.js';
import { DomainRecords } from '../../application/ports/domain-names.js';
import type { DnsFinding } from '../../domain/claimed-domain.js';

const TIMEOUT_MS = 2_000;
const TRIES = 2;
/** However often a server begins to answer. */
const DEADLINE_MS = 6_000;

@Injectable()
export class ResolvedRecords extends DomainRecords {
  constructor(
    private readonly config: Config,
    private readonly localRecords: LocalRecords,
  ) {
    super();
  }

  async look(name: string): Promise<DnsFinding> {
    const local = this.localRecords.textsAt(name);
    if (local !== null) return local.length === 0 ? { kind: 'absent' } : { kind: 'texts', texts: local };
    const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
    const { nameServers } = this.config.sso;
    if (nameServers.length > 0) resolver.setServers(nameServers);
    const late = setTimeout(() => resolver.cancel(), DEADLINE_MS).unref();
    try {
      // The resolver follows aliases without saying so: a name that points to another organization's name would let
      // that one speak for it.
      const [alias, texts] = await Promise.all([answered(resolver.resolveCname(name)), answered(resolver.resolveTxt(name))]);
      const target = alias?.[0];
      if (target !== undefined) return { kind: 'alias', target };
      // A server that is silent about aliases may have followed one.
      if (texts === null || alias === null) return { kind: 'silent' };
      return texts.length === 0 ? { kind: 'absent' } : { kind: 'texts', texts: texts.map((parts) => parts.join('')) };
    } finally {
      clearTimeout(late);
    }
  }
}

/** Empty when the DNS says that there is no such record; `null` when it says nothing. */
async function answered<Item>(question: Promise<Item[]>): Promise<Item[] | null> {
  try {
    return await question;
  } catch (error) {
    const { code } = error as { code?: unknown };
    return code === 'ENODATA' || code === 'ENOTFOUND' ? [] : null;
  }
}

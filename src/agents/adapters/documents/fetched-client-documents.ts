import { GuardedFetch } from '../../../platform/network/guarded-fetch.js';
import { FetchFailed } from '../../../platform/network/vetted-exchange.js';
import { Clock } from '../../../shared/ports/clock.js';
import { ClientDocuments } from '../../application/ports/client-documents.js';

const KEPT_MS = 60 * 60_000;
/** A document that fails is not asked for again at once, whoever wants it. */
const FAILURE_KEPT_MS = 30_000;
const MOST_KEPT = 500;
const MOST_BYTES = 5 * 1024;
const PATIENCE_MS = 3_000;

interface Kept {
  readonly document: Promise<unknown>;
  until: number;
}

/** Nothing that a document names is fetched in turn, such as a picture or keys. */
export class FetchedClientDocuments extends ClientDocuments {
  private readonly kept = new Map<string, Kept>();

  constructor(
    private readonly outgoing: GuardedFetch,
    private readonly clock: Clock,
  ) {
    super();
  }

  read(clientId: string, party: string): Promise<unknown> {
    const now = this.clock.now().getTime();
    const known = this.kept.get(clientId);
    if (known !== undefined && now < known.until) return known.document;
    const document = this.fetch(clientId, party);
    const made: Kept = { document, until: now + KEPT_MS };
    this.kept.delete(clientId);
    this.kept.set(clientId, made);
    void document.then(
      (found) => {
        if (found === null) made.until = now + FAILURE_KEPT_MS;
      },
      () => this.kept.get(clientId) === made && this.kept.delete(clientId),
    );
    const oldest = this.kept.size > MOST_KEPT ? this.kept.keys().next() : undefined;
    if (oldest?.done === false) this.kept.delete(oldest.value);
    return document;
  }

  private async fetch(address: string, party: string): Promise<unknown> {
    try {
      const headers = { accept: 'application/json' };
      const response = await this.outgoing.fetch(address, { headers, party, signal: AbortSignal.timeout(PATIENCE_MS) });
      if (response.status !== 200) return null;
      const text = await response.text();
      return Buffer.byteLength(text) > MOST_BYTES ? null : (JSON.parse(text) as unknown);
    } catch (error) {
      if (error instanceof FetchFailed || error instanceof SyntaxError) return null;
      throw error;
    }
  }
}

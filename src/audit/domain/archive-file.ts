import type { Link } from './chain.js';

/** A link as it goes into a file: its events in exactly the text that was sealed. */
export interface ArchivedLink extends Link {
  readonly events: readonly string[];
}

interface LinkLine {
  readonly link: {
    readonly chain: number;
    readonly position: number;
    readonly first_event_id: string;
    readonly last_event_id: string;
    readonly event_count: number;
    readonly sealed_at: string;
    readonly previous_hash: string;
    readonly hash: string;
  };
}

/**
 * One line for each link, and after it one for each of its events: their SHA-256, joined by line feeds, is what the
 * hash covers.
 */
export function linesOfArchive(links: readonly ArchivedLink[]): string {
  return links.map((link) => `${[JSON.stringify(lineOf(link)), ...link.events].join('\n')}\n`).join('');
}

/** What `linesOfArchive` wrote. */
export function linksOfArchive(text: string): ArchivedLink[] {
  const links: (ArchivedLink & { events: string[] })[] = [];
  for (const line of text.split('\n')) {
    if (line.startsWith('{')) links.push({ ...linkOf(JSON.parse(line) as LinkLine), events: [] });
    else if (line !== '') links.at(-1)?.events.push(line);
  }
  return links;
}

function lineOf(link: Link): LinkLine {
  return {
    link: {
      chain: link.chain,
      position: link.position,
      first_event_id: link.firstEventId,
      last_event_id: link.lastEventId,
      event_count: link.eventCount,
      sealed_at: link.sealedAt.toISOString(),
      previous_hash: Buffer.from(link.previousHash).toString('hex'),
      hash: Buffer.from(link.hash).toString('hex'),
    },
  };
}

function linkOf({ link }: LinkLine): Link {
  return {
    chain: link.chain,
    position: link.position,
    firstEventId: link.first_event_id,
    lastEventId: link.last_event_id,
    eventCount: link.event_count,
    sealedAt: new Date(link.sealed_at),
    previousHash: Buffer.from(link.previous_hash, 'hex'),
    hash: Buffer.from(link.hash, 'hex'),
  };
}

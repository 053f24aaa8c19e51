import { useSyncExternalStore } from 'react';

export interface Offer {
  readonly id: number;
  /** What was done. */
  readonly text: string;
  /** Brings back exactly what was there before. */
  readonly undo: () => Promise<unknown>;
  /** Paths whose reads are stale afterwards. */
  readonly changes: readonly string[];
}

/** More would cover the page. */
const MOST = 3;

let offers: readonly Offer[] = [];
let last = 0;
const heard = new Set<() => void>();

function keep(next: readonly Offer[]): void {
  offers = next;
  for (const tell of heard) tell();
}

/**
 * Tells what was done, with a way back. Only for what loses nothing and lets nobody in while it is done, and where the way back sends the
 * version or only closes: it must not overwrite what another person did to protect something.
 */
export function offerUndo(offer: Omit<Offer, 'id'>): void {
  last += 1;
  keep([...offers, { ...offer, id: last }].slice(-MOST));
}

export const dropOffer = (id: number): void => keep(offers.filter((offer) => offer.id !== id));

/** The next person of this page must not undo what the former one did. */
export const dropOffers = (): void => keep([]);

function subscribe(tell: () => void): () => void {
  heard.add(tell);
  return () => heard.delete(tell);
}

export const useOffers = (): readonly Offer[] => useSyncExternalStore(subscribe, () => offers);

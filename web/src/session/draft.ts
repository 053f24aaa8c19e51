import { createContext, useContext, useLayoutEffect, useRef, useState } from 'react';
import type { Secret } from './secret';
import { person } from './session';
import { tabStore } from './stores';

/** Refuses everything that holds a secret. */
type Keepable<Value> = Value extends Secret
  ? never
  : Value extends object
    ? { readonly [Member in keyof Value]: Keepable<Value[Member]> }
    : Value;

interface Begun<Value> {
  readonly value: Value;
  /** Goes with the change, so that what another person has saved since is not overwritten. */
  readonly version: string;
}

interface Typed<Value> {
  readonly begun: Begun<Value>;
  readonly value: Value;
}

interface Held<Value> extends Typed<Value> {
  /** The version of what was saved when this was last changed. */
  readonly seen: string;
}

export interface Draft<Value> {
  readonly value: Value;
  readonly begun: Begun<Value>;
  readonly isDirty: boolean;
  /** Another person has saved a change since. */
  readonly isOutdated: boolean;
  /** It was typed before this form was shown. */
  readonly isRestored: boolean;
  /** The value now, for work that began before the latest key was pressed. */
  readonly latest: () => Value;
  readonly change: (value: Value) => void;
  /** Changes some members of it. */
  readonly patch: (part: Partial<Value>) => void;
  /** Takes the value as saved: later changes are compared with it. */
  readonly begin: (value?: Value, version?: string) => void;
  /** What is typed will replace what another person has saved. */
  readonly overwrite: () => void;
  /** Shows again what is saved. */
  readonly discard: () => void;
}

export type DraftOfDialog = Pick<Draft<never>, 'isDirty' | 'discard'>;

/** Those that are filled in within a dialog, by their keys: it asks before they are lost. */
export const DraftsOfDialog = createContext<Map<string, DraftOfDialog> | null>(null);

interface Wishes<Value> {
  /** Version of what is saved; if left out, its text as JSON. */
  readonly version?: string;
  readonly isSame?: (one: Value, other: Value) => boolean;
  /** For what may hold other people's data: it lasts as long as this document, and no store gets it. */
  readonly isOfPage?: boolean;
  /** Left out: the address that is shown. */
  readonly address?: string;
}

const PREFIX = 'headgate.draft.';

const ofPage = new Map<string, Typed<unknown> & { readonly isDirty: boolean }>();

// On every page: the form need not be shown for its text to be lost.
window.addEventListener('beforeunload', (event) => {
  // Nothing holds the page of a person who has left.
  if (person() !== null && [...ofPage.values()].some(({ isDirty }) => isDirty)) event.preventDefault();
});

export const isSameJson = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * What a person types instead of what is saved. It belongs to them and to the address, and survives a reload and the end of the
 * session; it ends with the tab, or when it is saved or given up.
 * @param name of the form at its address
 */
export function useDraft<Value>(
  name: string,
  saved: Value & Keepable<Value>,
  { version = JSON.stringify(saved), isSame = isSameJson, isOfPage = false, address }: Wishes<Value> = {},
): Draft<Value> {
  const [key] = useState(() => `${PREFIX}${person()}.${address ?? location.pathname} ${name}`);
  const [held, setHeld] = useState<Held<Value> | null>(() => {
    const kept = isOfPage ? (ofPage.get(key) as Typed<Value> | undefined) : keptIn(key, saved);
    return kept === undefined || (!isOfPage && isSame(kept.value, saved)) ? null : { ...kept, seen: version };
  });
  const [isRestored, setRestored] = useState(held !== null);
  const now = useRef<Typed<Value> | null>(held);
  // What another person saves is shown where nothing is typed.
  const isShown = held !== null && (held.seen === version || !isSame(held.value, held.begun.value));
  // Otherwise it would be there again when an undo brings back the version that it was held for.
  if (held !== null && !isShown) setHeld(null);
  const { begun, value }: Typed<Value> = isShown ? held : { begun: { value: saved, version }, value: saved };
  const hold = (next: Typed<Value> | null): void => {
    now.current = next;
    setHeld(next && { ...next, seen: version });
    const isChanged = next !== null && !isSame(next.value, next.begun.value);
    if (isOfPage && next !== null) ofPage.set(key, { ...next, isDirty: isChanged });
    else if (isChanged) tabStore.set(key, JSON.stringify(next));
    else forget(key);
  };
  const isDirty = !isSame(value, begun.value);
  const discard = (): void => {
    setRestored(false);
    hold(null);
  };
  const ofDialog = useContext(DraftsOfDialog);
  useLayoutEffect(() => {
    ofDialog?.set(key, { isDirty, discard });
    return () => void ofDialog?.delete(key);
  });
  return {
    value,
    begun,
    isDirty,
    isOutdated: isDirty && begun.version !== version,
    isRestored,
    latest: () => (now.current === null ? saved : now.current.value),
    change: (next) => hold({ begun, value: next }),
    patch: (part) => hold({ begun, value: { ...value, ...part } }),
    begin: (from = value, of = version) => {
      setRestored(false);
      hold({ begun: { value: from, version: of }, value: from });
    },
    overwrite: () => hold({ begun: { value: saved, version }, value }),
    discard,
  };
}

function keptIn<Value>(key: string, saved: Value): Typed<Value> | undefined {
  const kept = JSON.parse(tabStore.get(key) ?? 'null') as Typed<Value> | null;
  // Another version of these pages may have kept something else.
  return kept !== null && shapeOf(kept.value) === shapeOf(saved) ? kept : undefined;
}

const shapeOf = (value: unknown): string =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? String(Object.keys(value).sort()) : typeof value;

function forget(key: string): void {
  tabStore.remove(key);
  ofPage.delete(key);
}

/** Removes what another person typed in this tab, once the next one is signed in. */
export function forgetDraftsOfOthers(): void {
  for (const key of [...tabStore.names(), ...ofPage.keys()])
    if (key.startsWith(PREFIX) && !key.startsWith(`${PREFIX}${person()}.`)) forget(key);
}

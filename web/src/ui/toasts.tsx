import { type KeyboardEvent as Key, useEffect, useRef, useState } from 'react';
import { catalogue, useTexts } from '../i18n/texts';
import { useAction } from '../session/action';
import { type Offer, dropOffer, dropOffers, useOffers } from '../session/undo';
import { Button } from './button';
import { Problem } from './notice';
import styles from './toasts.module.css';

const texts = catalogue(
  { undo: 'Undo', undone: 'It is as before.', close: 'Close' },
  { undo: 'Rückgängig', undone: 'Es ist wieder wie vorher.', close: 'Schließen' },
);

/** Long enough to read it and to get there by the keyboard. */
const LIFE_MS = 10_000;

/** What was just done and can be undone. F6 leads there, and Escape back. */
export function Toasts({ person }: { readonly person: string | undefined }) {
  const offers = useOffers();
  const place = useRef<HTMLDivElement>(null);
  const from = useRef<Element | null>(null);
  useEffect(() => dropOffers, [person]);
  useEffect(() => {
    const enter = (event: KeyboardEvent): void => {
      const [first] = place.current?.getElementsByTagName('button') ?? [];
      if (event.key !== 'F6' || first === undefined || place.current?.contains(document.activeElement) === true) return;
      event.preventDefault();
      from.current = document.activeElement;
      first.focus();
    };
    window.addEventListener('keydown', enter);
    return () => window.removeEventListener('keydown', enter);
  }, []);
  const goBack = (): void => {
    if (place.current?.contains(document.activeElement) !== true) return;
    if (from.current instanceof HTMLElement && from.current.isConnected) from.current.focus();
    else document.querySelector<HTMLElement>('main')?.focus();
  };
  return (
    <div className={styles['toasts']} ref={place}>
      {offers.map((offer) => (
        <Toast key={offer.id} offer={offer} onEnd={goBack} />
      ))}
    </div>
  );
}

/** It goes by itself, but not while the pointer or the focus is on it, and not with an error. */
function Toast({ offer, onEnd }: { readonly offer: Offer; readonly onEnd: () => void }) {
  const t = useTexts(texts);
  const [isHeld, setHeld] = useState(false);
  const [isUndone, setUndone] = useState(false);
  const undo = useAction(offer.undo, {
    changes: offer.changes,
    onDone: () => {
      setUndone(true);
      onEnd();
    },
  });
  const waits = isHeld || undo.isRunning || undo.error !== null;
  useEffect(() => {
    if (waits) return undefined;
    const timer = setTimeout(() => dropOffer(offer.id), LIFE_MS);
    return () => clearTimeout(timer);
  }, [waits, offer.id]);
  const close = (): void => {
    onEnd();
    dropOffer(offer.id);
  };
  return (
    <div
      className={styles['toast']}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onKeyDown={({ key }: Key) => key === 'Escape' && close()}
    >
      <span>{isUndone ? t.undone : offer.text}</span>
      {!isUndone && (
        <Button look="quiet" aria-keyshortcuts="F6" isBusy={undo.isRunning} onClick={() => undo.run(undefined)}>
          {t.undo} <kbd aria-hidden="true">F6</kbd>
        </Button>
      )}
      <Button look="quiet" aria-label={t.close} onClick={close}>
        <span aria-hidden="true">×</span>
      </Button>
      <Problem error={undo.error} />
    </div>
  );
}

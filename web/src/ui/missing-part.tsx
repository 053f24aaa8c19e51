import { useEffect, useState } from 'react';
import { catalogue, useTexts } from '../i18n/texts';
import { Button } from './button';
import { Row } from './layout';
import { Loading, Notice, Problem } from './notice';
import { NoAnswer } from '../session/client';

const texts = catalogue(
  {
    text: 'This part could not be loaded: the service has a new version, and this page is from before it. Reload the page to get it.',
    lost: 'What you have typed and not saved is lost by that.',
    reload: 'Reload',
    again: 'Try again',
  },
  {
    text: 'Dieser Teil ließ sich nicht laden: Der Dienst hat eine neue Version, und diese Seite ist älter. Laden Sie die Seite neu, um sie zu bekommen.',
    lost: 'Was Sie eingegeben und nicht gespeichert haben, geht dabei verloren.',
    reload: 'Neu laden',
    again: 'Erneut versuchen',
  },
);

const missing = new WeakSet<Error>();

/**
 * Marks that a part of the pages could not be fetched. Its words are replaced, because the router reloads the page when it reads
 * those of the browser.
 */
export function markAsMissing(error: Error): void {
  error.message = 'A part of the pages did not arrive.';
  missing.add(error);
}

export const isMissing = (error: unknown): boolean => error instanceof Error && missing.has(error);

/** Says whether the service is away, or has another version. A reload is offered: what is typed would be lost by it. */
export function MissingPart({ onRetry }: { readonly onRetry: () => void }) {
  const t = useTexts(texts);
  const [isThere, setIsThere] = useState<boolean | null>(null);
  useEffect(() => {
    void answers().then(setIsThere);
  }, []);
  if (isThere === null) return <Loading />;
  if (!isThere) return <Problem error={new NoAnswer('A part did not arrive.')} onRetry={onRetry} />;
  return (
    <Notice tone="bad">
      <p>{t.text}</p>
      <p>{t.lost}</p>
      <Row>
        <Button onClick={onRetry}>{t.again}</Button>
        <Button onClick={() => location.reload()}>{t.reload}</Button>
      </Row>
    </Notice>
  );
}

async function answers(): Promise<boolean> {
  try {
    return (await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

import { useState } from 'react';
import { catalogue, useTexts } from '../i18n/texts';
import { Button } from './button';

const texts = catalogue(
  {
    copy: 'Copy',
    copied: 'Copied',
    refused: 'The browser did not allow copying. Select the text and copy it yourself.',
  },
  {
    copy: 'Kopieren',
    copied: 'Kopiert',
    refused: 'Der Browser hat das Kopieren nicht erlaubt. Markieren Sie den Text und kopieren Sie ihn selbst.',
  },
);

interface CopyProps {
  readonly value: string;
  /** What is copied, for people who hear it, when several buttons are together. */
  readonly of?: string;
  /** Left out: that it copies. */
  readonly label?: string;
}

/** Puts a text on the clipboard, and says so when the browser refuses. */
export function CopyButton({ value, of, label: verb }: CopyProps) {
  const t = useTexts(texts);
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value);
      setOutcome('copied');
    } catch {
      // Also when there is no clipboard: the page does not come over HTTPS.
      setOutcome('refused');
    }
  };
  const label = outcome === 'copied' ? t.copied : (verb ?? t.copy);
  return (
    <>
      <Button {...(of !== undefined && { 'aria-label': `${label}: ${of}` })} onClick={() => void copy()}>
        {label}
      </Button>
      {outcome === 'refused' && <span role="alert">{t.refused}</span>}
    </>
  );
}

import { useState } from 'react';
import { catalogue, useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import styles from './sign-on.module.css';

const texts = catalogue({ copy: 'Copy', copied: 'Copied' }, { copy: 'Kopieren', copied: 'Kopiert' });

interface CopiedProps {
  readonly label: string;
  readonly value: string;
}

/** A value of ours that has to be entered elsewhere. */
export function CopiedValue({ label, value }: CopiedProps) {
  const t = useTexts(texts);
  const [isCopied, setCopied] = useState(false);
  return (
    <div className={styles['copied']}>
      <dt>{label}</dt>
      <dd>
        <code>{value}</code>
        <Button
          aria-label={`${isCopied ? t.copied : t.copy}: ${label}`}
          onClick={() => void navigator.clipboard.writeText(value).then(() => setCopied(true))}
        >
          {isCopied ? t.copied : t.copy}
        </Button>
      </dd>
    </div>
  );
}

export function CopiedValues({ values }: { readonly values: readonly CopiedProps[] }) {
  return (
    <dl className={styles['values']}>
      {values.map(({ label, value }) => (
        <CopiedValue key={label} label={label} value={value} />
      ))}
    </dl>
  );
}

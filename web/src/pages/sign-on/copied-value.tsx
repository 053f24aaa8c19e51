import { CopyButton } from '../../ui/copy-button';
import styles from './sign-on.module.css';

interface CopiedProps {
  readonly label: string;
  readonly value: string;
}

/** A value of ours that has to be entered elsewhere. */
function CopiedValue({ label, value }: CopiedProps) {
  return (
    <div className={styles['copied']}>
      <dt>{label}</dt>
      <dd>
        <code>{value}</code>
        <CopyButton value={value} of={label} />
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

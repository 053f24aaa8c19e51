import { type ReactNode, useId } from 'react';
import { useTexts } from '../../../i18n/texts';
import { Button } from '../../../ui/button';
import styles from './form.module.css';
import { formTexts } from './form-texts';

interface PickedProps {
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
  /** What people call it; left out where the value is its name. */
  readonly nameOf?: (value: string) => ReactNode;
}

/** What was picked, each with its name. */
export function Picked({ values, onChange, nameOf = (value) => value }: PickedProps) {
  const t = useTexts(formTexts);
  const id = useId();
  if (values.length === 0) return null;
  return (
    <ul className={styles['picked']}>
      {values.map((value) => (
        <li key={value}>
          <span id={`${id}-${value}`}>{nameOf(value)}</span>
          <Button
            id={`${id}-remove-${value}`}
            aria-labelledby={`${id}-remove-${value} ${id}-${value}`}
            look="quiet"
            onClick={() => onChange(values.filter((one) => one !== value))}
          >
            {t.removeOne}
          </Button>
        </li>
      ))}
    </ul>
  );
}

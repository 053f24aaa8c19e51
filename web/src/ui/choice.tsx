import { type ReactNode, useId } from 'react';
import styles from './choice.module.css';

export function Choices({ legend, children }: { readonly legend: string; readonly children: ReactNode }) {
  return (
    <fieldset className={styles['choices']}>
      <legend>{legend}</legend>
      {children}
    </fieldset>
  );
}

interface ChoiceProps {
  /** Groups the choices that exclude each other. */
  readonly group: string;
  readonly title: string;
  readonly hint?: string;
  readonly isChosen: boolean;
  readonly isDisabled?: boolean;
  readonly onChoose: () => void;
}

export function Choice({ group, title, hint, isChosen, isDisabled = false, onChoose }: ChoiceProps) {
  const id = useId();
  return (
    <label className={styles['choice']}>
      <input
        type="radio"
        name={group}
        aria-labelledby={`${id}-title`}
        {...(hint !== undefined && { 'aria-describedby': `${id}-hint` })}
        checked={isChosen}
        disabled={isDisabled}
        onChange={onChoose}
      />
      <strong id={`${id}-title`}>{title}</strong>
      {hint !== undefined && <span id={`${id}-hint`}>{hint}</span>}
    </label>
  );
}

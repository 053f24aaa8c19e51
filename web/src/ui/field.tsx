import { type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes, type TextareaHTMLAttributes, useId } from 'react';
import styles from './field.module.css';

interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  /** What is wrong with the value and how to set it right. */
  readonly error?: string | undefined;
}

interface TypedProps {
  /** For titles and sentences: keyboards begin them with a capital letter. Not for names of accounts and tables, codes, addresses and SQL. */
  readonly isProse?: boolean;
}

interface Wired {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean;
  readonly className: string | undefined;
}

interface FrameProps extends FieldProps {
  /** For a word or two. Dates, numbers, codes and searches are short by themselves. */
  readonly isShort?: boolean | undefined;
  readonly children: (wired: Wired) => ReactNode;
}

/** Label, hint and error of a control, tied to it for screen readers. */
function Frame({ label, isShort, hint, error, children }: FrameProps) {
  const id = useId();
  const parts = [hint === undefined ? '' : `${id}-hint`, error === undefined ? '' : `${id}-error`].filter(Boolean);
  const describedBy = parts.length === 0 ? undefined : parts.join(' ');
  return (
    <div className={styles['field']} data-short={isShort || undefined}>
      <label className={styles['label']} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': describedBy,
        'aria-invalid': error !== undefined,
        className: styles['input'],
      })}
      {hint !== undefined && (
        <span id={`${id}-hint`} className={styles['hint']}>
          {hint}
        </span>
      )}
      {error !== undefined && (
        <span id={`${id}-error`} className={styles['error']} role="alert">
          {error}
        </span>
      )}
    </div>
  );
}

export function TextField({
  label,
  isShort,
  hint,
  error,
  isProse = false,
  ...rest
}: Omit<FrameProps, 'children'> & TypedProps & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <Frame label={label} isShort={isShort} hint={hint} error={error}>
      {(wired) => <input type="text" autoComplete="off" autoCapitalize={capitals(isProse)} spellCheck={false} {...rest} {...wired} />}
    </Frame>
  );
}

const capitals = (isProse: boolean): 'sentences' | 'none' => (isProse ? 'sentences' : 'none');

/** Whose password a form is about: password managers find it here, and nobody else sees it. */
export function AccountName({ name }: { readonly name: string | undefined }) {
  return <input type="text" name="username" autoComplete="username" value={name ?? ''} readOnly hidden />;
}

interface AreaProps extends FieldProps, TypedProps, TextareaHTMLAttributes<HTMLTextAreaElement> {
  /** For formats in which columns matter. */
  readonly isCode?: boolean;
}

export function TextArea({ label, hint, error, isCode = false, isProse = false, ...rest }: AreaProps) {
  return (
    <Frame label={label} hint={hint} error={error}>
      {(wired) => <textarea autoCapitalize={capitals(isProse)} spellCheck={false} {...rest} {...wired} data-code={isCode || undefined} />}
    </Frame>
  );
}

export function SelectField({ label, hint, error, children, ...rest }: FieldProps & SelectHTMLAttributes<HTMLSelectElement>) {
  return (
    <Frame label={label} hint={hint} error={error}>
      {(wired) => (
        <select {...rest} {...wired}>
          {children}
        </select>
      )}
    </Frame>
  );
}

interface CheckProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: ReactNode;
}

export function CheckField({ label, ...rest }: CheckProps) {
  const id = useId();
  return (
    <div className={styles['check']}>
      <input {...rest} type="checkbox" id={id} />
      <label htmlFor={id}>{label}</label>
    </div>
  );
}

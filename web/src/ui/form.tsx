import { type FormEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { catalogue, useTexts } from '../i18n/texts';
import styles from './field.module.css';
import { Stack } from './layout';

const texts = catalogue(
  { fillIn: (names: string) => `Complete these first: ${names}.` },
  { fillIn: (names: string) => `Füllen Sie zuerst aus: ${names}.` },
);

interface FormProps {
  readonly onSubmit: () => void;
  readonly children: ReactNode;
  readonly label?: string;
  /** What is missing besides required fields, by its name on the page. */
  readonly lacks?: readonly string[];
}

type Filled = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Enter sends it; the page stays. Its button is never dead: where a required field is empty, pressing it says so and leads there. */
export function Form({ onSubmit, children, label, lacks = [] }: FormProps) {
  const t = useTexts(texts);
  const [isTried, setTried] = useState(false);
  const [empty, setEmpty] = useState<readonly string[]>([]);
  const latest = useRef({ onSubmit, lacks });
  useLayoutEffect(() => {
    latest.current = { onSubmit, lacks };
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    // Browsers and password managers fill fields without telling the page.
    flushSync(() => {
      for (const field of fieldsOf(form)) field.dispatchEvent(new Event('input', { bubbles: true }));
    });
    const missing = emptyIn(form);
    setTried(true);
    setEmpty(missing.map(labelOf));
    missing[0]?.focus();
    if (missing.length === 0 && latest.current.lacks.length === 0) latest.current.onSubmit();
  };
  const names = [...empty, ...(isTried ? lacks : [])];
  return (
    <form
      noValidate
      aria-label={label}
      onInput={({ currentTarget }) => empty.length > 0 && setEmpty(emptyIn(currentTarget).map(labelOf))}
      onSubmit={submit}
    >
      <Stack>
        {children}
        {names.length > 0 && (
          <span className={styles['error']} role="alert">
            {t.fillIn(names.join(', '))}
          </span>
        )}
      </Stack>
    </form>
  );
}

const NOT_TYPED = ['checkbox', 'radio', 'file', 'submit', 'button'];

function fieldsOf(form: HTMLFormElement): readonly Filled[] {
  return [...form.elements].filter((element): element is Filled => {
    return 'required' in element && 'value' in element && !('type' in element && NOT_TYPED.includes(String(element.type)));
  });
}

function emptyIn(form: HTMLFormElement): readonly Filled[] {
  return fieldsOf(form).filter(({ required, type, value }) => required && (type === 'password' ? value : value.trim()) === '');
}

function labelOf(field: Filled): string {
  return field.labels?.[0]?.textContent ?? '';
}

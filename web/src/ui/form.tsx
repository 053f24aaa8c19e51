import type { ReactNode } from 'react';
import { Stack } from './layout';

interface FormProps {
  readonly onSubmit: () => void;
  readonly children: ReactNode;
  readonly label?: string;
}

/** Enter sends it; the page stays. */
export function Form({ onSubmit, children, label }: FormProps) {
  return (
    <form
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Stack>{children}</Stack>
    </form>
  );
}

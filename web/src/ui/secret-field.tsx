import type { ReactNode } from 'react';
import { Secret } from '../session/secret';
import { TextField } from './field';

interface SecretFieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly value: Secret;
  readonly onChange: (secret: Secret) => void;
  readonly required?: boolean;
}

/** A secret in a form that keeps its draft: nothing of it is kept. */
export function SecretField({ value, onChange, ...rest }: SecretFieldProps) {
  return (
    <TextField
      {...rest}
      type="password"
      autoComplete="new-password"
      value={value.reveal()}
      onChange={({ target }) => onChange(new Secret(target.value))}
    />
  );
}

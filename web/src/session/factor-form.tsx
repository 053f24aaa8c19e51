import type { HeadgateError } from '@headgate/client';
import { type ReactNode, useState } from 'react';
import { catalogue, useTexts } from '../i18n/texts';
import { Button } from '../ui/button';
import { SelectField, TextField } from '../ui/field';
import { Form } from '../ui/form';
import { Notice, Problem } from '../ui/notice';
import { useAction } from './action';
import { type SignedByPasskey, canUsePasskeys, provePasskey } from './passkey';

export const texts = catalogue(
  {
    method: 'How do you want to prove it?',
    totp: 'Code from your authenticator app',
    recovery_code: 'Recovery code',
    webauthn: 'Passkey',
    totpHint: 'Six digits. Each code works once; if you have just used one, wait for the next.',
    recoveryHint: 'One of the codes that you stored when you set up the second factor. Each code works once.',
    usePasskey: 'Use a passkey',
    passkeyGivenUp: 'The passkey was not used. Try again.',
    passkeyOnly: 'Your second factor is a passkey, which this browser cannot use. Use another browser.',
    verify: 'Confirm',
  },
  {
    method: 'Womit möchten Sie sich ausweisen?',
    totp: 'Code aus Ihrer Authenticator-App',
    recovery_code: 'Wiederherstellungscode',
    webauthn: 'Passkey',
    totpHint: 'Sechs Ziffern. Jeder Code gilt einmal; haben Sie gerade einen benutzt, warten Sie auf den nächsten.',
    recoveryHint: 'Einer der Codes, die Sie beim Einrichten aufbewahrt haben. Jeder gilt einmal.',
    usePasskey: 'Passkey benutzen',
    passkeyGivenUp: 'Der Passkey wurde nicht benutzt. Versuchen Sie es noch einmal.',
    passkeyOnly: 'Ihr zweiter Faktor ist ein Passkey, den dieser Browser nicht benutzen kann. Nehmen Sie einen anderen Browser.',
    verify: 'Bestätigen',
  },
);

export type FactorMethod = 'totp' | 'webauthn' | 'recovery_code';

type Proof =
  | { readonly method: 'totp' | 'recovery_code'; readonly code: string }
  | { readonly method: 'webauthn'; readonly assertion: SignedByPasskey };

interface FactorFormProps {
  /** The one that is proposed comes first. */
  readonly methods: readonly FactorMethod[];
  /** The challenge for a passkey. */
  readonly options: () => Promise<object>;
  /** @returns why the service refused it, or null */
  readonly prove: (proof: Proof) => Promise<HeadgateError | null>;
  readonly children?: ReactNode;
}

/** Proves a second factor, by the way that the person chooses. */
export function FactorForm({ methods, options, prove, children }: FactorFormProps) {
  const t = useTexts(texts);
  const possible = methods.filter((method) => method !== 'webauthn' || canUsePasskeys());
  const [method, setMethod] = useState<FactorMethod>(possible[0] ?? 'totp');
  const [code, setCode] = useState('');
  const attempt = useAction(async () => {
    if (method !== 'webauthn') return prove({ method, code: code.trim() });
    const assertion = await provePasskey(await options());
    return assertion === null ? 'given-up' : prove({ method, assertion });
  });
  const { result } = attempt;
  if (possible.length === 0) return <Notice tone="warning">{t.passkeyOnly}</Notice>;
  return (
    <Form onSubmit={() => attempt.run(undefined)}>
      {possible.length > 1 && (
        <SelectField
          label={t.method}
          value={method}
          onChange={({ target }) => {
            setMethod(target.value as FactorMethod);
            setCode('');
            attempt.reset();
          }}
        >
          {possible.map((offered) => (
            <option key={offered} value={offered}>
              {t[offered]}
            </option>
          ))}
        </SelectField>
      )}
      {method !== 'webauthn' && (
        <TextField
          key={method}
          label={t[method]}
          hint={method === 'totp' ? t.totpHint : t.recoveryHint}
          inputMode={method === 'totp' ? 'numeric' : 'text'}
          autoComplete="one-time-code"
          required
          value={code}
          onChange={({ target }) => setCode(target.value)}
          autoFocus
        />
      )}
      {result === 'given-up' && <Notice tone="warning">{t.passkeyGivenUp}</Notice>}
      <Problem error={attempt.error ?? (result === 'given-up' ? null : (result ?? null))} />
      <Button type="submit" look="primary" isBusy={attempt.isRunning}>
        {method === 'webauthn' ? t.usePasskey : t.verify}
      </Button>
      {children}
    </Form>
  );
}

import { HeadgateError, type LoginStep } from '@headgate/client';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { texts as ofFactors } from '../../session/factor-form';
import { AnchorButton, Button } from '../../ui/button';
import { SelectField, TextField } from '../../ui/field';
import { Form } from '../../ui/form';
import { Gate } from '../../ui/layout';
import { Problem } from '../../ui/notice';
import { useArrival } from './journey';
import { linkToken } from './link-token';
import { texts } from './texts';

type Method = 'totp' | 'recovery_code';

/** A login found an account by its address: the password shows whose it is. */
export function Link() {
  const t = useTexts(texts);
  const factors = useTexts(ofFactors);
  const [kept] = useState(linkToken);
  const [password, setPassword] = useState('');
  const [method, setMethod] = useState<Method>('totp');
  const [code, setCode] = useState('');
  const [methods, setMethods] = useState<readonly Method[]>([]);
  const arrive = useArrival();
  const prove = useAction(
    (token: string) =>
      headgate.link({
        link_token: token,
        code_verifier: kept?.verifier,
        password,
        ...(methods.length > 0 && { method, code: code.trim() }),
        stay_signed_in: kept?.stays ?? false,
      }),
    {
      onDone: (step) => {
        if (step.kind === 'tokens') arrive(step, kept?.next);
        else setMethods(factorsOf(step));
      },
    },
  );
  if (kept === null) {
    return (
      <Gate title={t.linkTitle}>
        <p>{t.noAnswer}</p>
        <AnchorButton href="/signin">{t.back}</AnchorButton>
      </Gate>
    );
  }
  const refused = prove.result?.kind === 'refused' ? prove.result.error : null;
  return (
    <Gate title={t.linkTitle}>
      <p>{t.linkText}</p>
      <Form onSubmit={() => prove.run(kept.token)}>
        <TextField
          label={t.linkPassword}
          required
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={({ target }) => setPassword(target.value)}
          autoFocus
        />
        {methods.length > 1 && (
          <SelectField label={factors.method} value={method} onChange={({ target }) => setMethod(target.value as Method)}>
            {methods.map((offered) => (
              <option key={offered} value={offered}>
                {factors[offered]}
              </option>
            ))}
          </SelectField>
        )}
        {methods.length > 0 && (
          <TextField label={factors[method]} autoComplete="one-time-code" value={code} onChange={({ target }) => setCode(target.value)} />
        )}
        <Problem error={prove.error ?? refused} />
        <Button type="submit" look="primary" isBusy={prove.isRunning}>
          {t.link}
        </Button>
      </Form>
    </Gate>
  );
}

function factorsOf(step: LoginStep): readonly Method[] {
  if (step.kind !== 'refused' || !(step.error instanceof HeadgateError)) return [];
  return step.error.code === 'LINK_FACTOR_REQUIRED' ? step.error.mfa.methods.filter((method) => method !== 'webauthn') : [];
}

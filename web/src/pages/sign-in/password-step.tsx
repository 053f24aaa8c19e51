import type { LoginStep } from '@headgate/client';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { Button } from '../../ui/button';
import { AccountName, CheckField, TextField } from '../../ui/field';
import { Form } from '../../ui/form';
import { Gate, Row } from '../../ui/layout';
import { Notice, Problem } from '../../ui/notice';
import type { SignOn } from './sign-on';
import { SignOnButton } from './sign-on-button';
import { texts } from './texts';

interface PasswordStepProps {
  readonly name: string;
  readonly signOn: SignOn | null;
  readonly next: string | undefined;
  readonly onStep: (step: LoginStep) => void;
  readonly onStartOver: () => void;
}

export function PasswordStep({ name, signOn, next, onStep, onStartOver }: PasswordStepProps) {
  const t = useTexts(texts);
  const [password, setPassword] = useState('');
  const [stays, setStays] = useState(false);
  const enter = useAction(() => headgate.login({ username: name, password, stay_signed_in: stays }), {
    onDone: onStep,
  });
  const step = enter.result;
  const needed = step?.kind === 'sso' ? step.sso : null;
  const startUrl = needed?.start_url ?? signOn?.startUrl;
  const isRequired = step?.kind === 'sso' || signOn?.isRequired === true;
  return (
    <Gate title={t.title}>
      <Row>
        <span>{t.as(name)}</span>
        <Button look="quiet" onClick={onStartOver}>
          {t.other}
        </Button>
      </Row>
      {step?.kind === 'sso' && step.sso === null && <Notice tone="warning">{t.ssoMissing}</Notice>}
      {startUrl !== undefined && (
        <>
          <p>{isRequired ? t.ssoRequired : t.ssoOffered}</p>
          <SignOnButton to={{ startUrl, hint: name, next, stays }} label={t.withSso} />
        </>
      )}
      {!isRequired && (
        <Form onSubmit={() => enter.run(undefined)}>
          {/* So that password managers know whose password it is. */}
          <AccountName name={name} />
          <TextField
            label={t.password}
            required
            type="password"
            name="password"
            autoComplete="current-password"
            value={password}
            onChange={({ target }) => setPassword(target.value)}
            autoFocus
          />
          <CheckField label={t.stay} checked={stays} onChange={({ target }) => setStays(target.checked)} />
          <Problem error={enter.error ?? (step?.kind === 'refused' ? step.error : null)} />
          <Button type="submit" look="primary" isBusy={enter.isRunning}>
            {t.submit}
          </Button>
          <a href="/password-reset">{t.forgotten}</a>
        </Form>
      )}
    </Gate>
  );
}

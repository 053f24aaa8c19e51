import { type LoginStep, unwrap } from '@headgate/client';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { canUsePasskeys, provePasskey } from '../../session/passkey';
import { Button } from '../../ui/button';
import { SelectField, TextField } from '../../ui/field';
import { Form } from '../../ui/form';
import { Gate } from '../../ui/layout';
import { Notice, Problem } from '../../ui/notice';
import { texts } from './texts';

type MfaStep = Extract<LoginStep, { kind: 'mfa' }>;
type Method = MfaStep['methods'][number];

interface FactorStepProps {
  readonly step: MfaStep;
  readonly onStep: (step: LoginStep) => void;
  readonly onStartOver: () => void;
}

export function FactorStep(props: FactorStepProps) {
  const t = useTexts(texts);
  return (
    <Gate title={t.factorTitle}>
      <FactorForm {...props} />
    </Gate>
  );
}

export function FactorForm({ step, onStep, onStartOver }: FactorStepProps) {
  const t = useTexts(texts);
  const methods = step.methods.filter((method) => method !== 'webauthn' || canUsePasskeys());
  const [method, setMethod] = useState<Method>(methods[0] ?? 'totp');
  const [code, setCode] = useState('');
  const prove = useAction(() => proofBy(method, code, step), {
    onDone: (taken) => {
      if (taken !== null && taken.kind !== 'refused') onStep(taken);
    },
  });
  const refused = prove.result?.kind === 'refused' ? prove.result.error : null;
  return (
    <Form onSubmit={() => prove.run(undefined)}>
      {methods.length > 1 && (
        <SelectField
          label={t.method}
          value={method}
          onChange={({ target }) => {
            setMethod(target.value as Method);
            setCode('');
            prove.reset();
          }}
        >
          {methods.map((offered) => (
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
          value={code}
          onChange={({ target }) => setCode(target.value)}
          autoFocus
        />
      )}
      {prove.result === null && <Notice tone="warning">{t.passkeyGivenUp}</Notice>}
      <Problem error={prove.error ?? refused} />
      <Button type="submit" look="primary" isBusy={prove.isRunning} disabled={method !== 'webauthn' && code.trim() === ''}>
        {method === 'webauthn' ? t.usePasskey : t.verify}
      </Button>
      <Button look="quiet" onClick={onStartOver}>
        {t.startOver}
      </Button>
    </Form>
  );
}

/** @returns null when the person closed the dialog of the browser */
async function proofBy(method: Method, code: string, step: MfaStep): Promise<LoginStep | null> {
  if (method !== 'webauthn') return step.verify({ method, code: code.trim() });
  const options = unwrap(await headgate.POST('/api/auth/mfa/webauthn/options', { body: { mfa_token: step.token } }));
  const assertion = await provePasskey(options);
  return assertion === null ? null : step.verify({ method, assertion });
}

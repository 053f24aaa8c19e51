import { type LoginStep, unwrap } from '@headgate/client';
import { useTexts } from '../../i18n/texts';
import { headgate } from '../../session/client';
import { FactorForm } from '../../session/factor-form';
import { Button } from '../../ui/button';
import { texts } from './texts';

interface FactorStepProps {
  readonly step: Extract<LoginStep, { kind: 'mfa' }>;
  readonly onStep: (step: LoginStep) => void;
  readonly onStartOver: () => void;
}

/** The half of a login that follows the password. */
export function FactorStep({ step, onStep, onStartOver }: FactorStepProps) {
  const t = useTexts(texts);
  return (
    <FactorForm
      methods={step.methods}
      options={async () => unwrap(await headgate.POST('/api/auth/mfa/webauthn/options', { body: { mfa_token: step.token } }))}
      prove={async (proof) => {
        const taken = await step.verify(proof);
        if (taken.kind === 'refused') return taken.error;
        onStep(taken);
        return null;
      }}
    >
      <Button look="quiet" onClick={onStartOver}>
        {t.startOver}
      </Button>
    </FactorForm>
  );
}

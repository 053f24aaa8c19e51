import type { HeadgateError } from '@headgate/client';
import { catalogue, useTexts } from '../i18n/texts';
import { askForProof } from '../session/proof';
import { readAnew } from '../session/session';
import { Button } from './button';

type Refusal = HeadgateError<'POLICY_REFUSED'>;

const texts = catalogue(
  {
    refused: (names: string) =>
      names === ''
        ? 'The access policies of the organization do not allow this here and now.'
        : `The access policy ${names} does not allow this here and now.`,
    quoted: (name: string) => `"${name}"`,
    ask: 'Ask an owner or an administrator of the organization what it requires.',
    noneHelps: 'No other proof of who you are changes that. Read the policy to see what it requires.',
    lacks: 'Your session lacks:',
    recent_proof: 'a recent proof of who you are',
    second_factor: 'a second factor (acr aal2)',
    second_factor_enrol: 'a second factor (acr aal2). You have none yet: enrol one in your account.',
    trusted_device: 'a trusted device: trust this one when you log in with your second factor',
    single_sign_on: 'single sign-on: sign in through your identity provider',
    confirm: 'Confirm it now',
  },
  {
    refused: (names: string) =>
      names === ''
        ? 'Die Zugriffsregeln der Organisation erlauben das hier und jetzt nicht.'
        : `Die Zugriffsregel ${names} erlaubt das hier und jetzt nicht.`,
    quoted: (name: string) => `„${name}“`,
    ask: 'Fragen Sie die Inhaber oder Administratoren der Organisation, was sie verlangt.',
    noneHelps: 'Kein anderer Nachweis Ihrer Person ändert das. Lesen Sie in der Regel nach, was sie verlangt.',
    lacks: 'Ihrer Sitzung fehlt:',
    recent_proof: 'ein frischer Nachweis Ihrer Person',
    second_factor: 'ein zweiter Faktor (acr aal2)',
    second_factor_enrol: 'ein zweiter Faktor (acr aal2). Sie haben noch keinen: Richten Sie in Ihrem Konto einen ein.',
    trusted_device: 'ein vertrautes Gerät: Vertrauen Sie diesem, wenn Sie sich mit dem zweiten Faktor anmelden',
    single_sign_on: 'Single Sign-on: Melden Sie sich über Ihren Identitätsanbieter an',
    confirm: 'Jetzt bestätigen',
  },
);

interface PolicyRefusalProps {
  readonly refusal: Refusal;
  /** What was refused may be asked for again. */
  readonly onProven: (() => void) | undefined;
}

/** Why a policy refuses: people who may read policies learn which proof their session lacks, and all others whom to ask. */
export function PolicyRefusal({ refusal, onProven }: PolicyRefusalProps) {
  const t = useTexts(texts);
  const { policies, missing_proofs: missing, step_up: stepUp } = refusal;
  const prove = async (needed: NonNullable<typeof stepUp>): Promise<void> => {
    if (!(await askForProof(needed))) return;
    onProven?.();
    // Other parts of the page may have been refused for the same reason.
    void readAnew();
  };
  return (
    <>
      <p>{t.refused(policies.map(({ name }) => t.quoted(name)).join(', '))}</p>
      {missing === undefined && <p>{t.ask}</p>}
      {missing?.length === 0 && <p>{t.noneHelps}</p>}
      {missing !== undefined && missing.length > 0 && (
        <>
          <p>{t.lacks}</p>
          <ul>
            {missing.map((proof) => (
              <li key={proof}>
                {proof === 'second_factor' && missing.length === 1 && stepUp === undefined ? t.second_factor_enrol : t[proof]}
              </li>
            ))}
          </ul>
        </>
      )}
      {stepUp !== undefined && (
        <div>
          <Button onClick={() => void prove(stepUp)}>{t.confirm}</Button>
        </div>
      )}
    </>
  );
}

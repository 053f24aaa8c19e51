import { unwrap } from '@headgate/client';
import { catalogue, useTexts } from '../i18n/texts';
import { useAction } from '../session/action';
import { headgate } from '../session/client';
import type { Me } from '../session/me';
import { Button, LinkButton } from '../ui/button';
import { Row, Stack } from '../ui/layout';
import { Problem } from '../ui/notice';

const texts = catalogue(
  {
    single_sign_on: 'The organization accepts only single sign-on. Sign out, then sign in through your organization.',
    second_factor: 'The organization requires a second factor. Confirm yours, and you get in.',
    no_factor: 'The organization requires a second factor. Add a passkey or an authenticator app to your account, then confirm it here.',
    confirm: 'Confirm the second factor',
    add: 'Add a second factor',
  },
  {
    single_sign_on: 'Die Organisation lässt nur Single Sign-on zu. Melden Sie sich ab und dann über Ihre Organisation an.',
    second_factor: 'Die Organisation verlangt einen zweiten Faktor. Bestätigen Sie ihn, um Zugang zu erhalten.',
    no_factor:
      'Die Organisation verlangt einen zweiten Faktor. Fügen Sie Ihrem Konto einen Passkey oder eine Authenticator-App hinzu, und bestätigen Sie ihn dann hier.',
    confirm: 'Zweiten Faktor bestätigen',
    add: 'Zweiten Faktor hinzufügen',
  },
);

interface NeededProofProps {
  readonly me: Me;
  readonly organization: number;
  readonly needs: NonNullable<Me['organizations'][number]['needs']>;
}

/** What a session lacks that an organization requires, and the way to it. */
export function NeededProof({ me, organization, needs }: NeededProofProps) {
  const t = useTexts(texts);
  // The answer asks for the factor, and the dialog for it opens.
  const enter = useAction(
    async () => unwrap(await headgate.GET('/api/v1/organizations/{org_id}', { params: { path: { org_id: organization } } })),
    { changes: ['/api/v1/me'] },
  );
  if (needs === 'single_sign_on') return <p>{t.single_sign_on}</p>;
  return (
    <Stack>
      <p>{me.mfa.enrolled ? t.second_factor : t.no_factor}</p>
      <Problem error={enter.error} />
      <Row>
        {me.mfa.enrolled ? (
          <Button isBusy={enter.isRunning} onClick={() => enter.run(undefined)}>
            {t.confirm}
          </Button>
        ) : (
          <LinkButton to="/account">{t.add}</LinkButton>
        )}
      </Row>
    </Stack>
  );
}

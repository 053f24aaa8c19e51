import { unwrap } from '@headgate/client';
import { useState } from 'react';
import { catalogue, useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { Button } from '../../ui/button';
import { Confirm } from '../../ui/confirm';

const texts = catalogue(
  {
    decline: 'Decline the invitation',
    title: 'Decline this invitation?',
    text: (organization: string) => `The link ends, and ${organization} sees that you declined.`,
  },
  {
    decline: 'Einladung ablehnen',
    title: 'Diese Einladung ablehnen?',
    text: (organization: string) => `Der Link gilt dann nicht mehr, und ${organization} sieht, dass Sie abgelehnt haben.`,
  },
);

interface DeclineProps {
  readonly token: string;
  readonly organization: string;
  readonly onDeclined: () => void;
}

export function Decline({ token, organization, onDeclined }: DeclineProps) {
  const t = useTexts(texts);
  const [isAsked, setAsked] = useState(false);
  const decline = useAction(async () => unwrap(await headgate.POST('/api/v1/invitations/decline', { body: { token } })), {
    onDone: onDeclined,
  });
  return (
    <>
      <Button onClick={() => setAsked(true)}>{t.decline}</Button>
      <Confirm
        title={t.title}
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        verb={t.decline}
        onConfirm={() => decline.run(undefined)}
        isBusy={decline.isRunning}
        error={decline.error}
      >
        <p>{t.text(organization)}</p>
      </Confirm>
    </>
  );
}

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
    text: 'The link stops working, and the organization sees that you declined. To join later, you need a new invitation.',
  },
  {
    decline: 'Einladung ablehnen',
    title: 'Diese Einladung ablehnen?',
    text: 'Der Link gilt dann nicht mehr, und die Organisation sieht, dass Sie abgelehnt haben. Um später beizutreten, brauchen Sie eine neue Einladung.',
  },
);

interface DeclineProps {
  readonly token: string;
  readonly onDeclined: () => void;
}

export function Decline({ token, onDeclined }: DeclineProps) {
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
        <p>{t.text}</p>
      </Confirm>
    </>
  );
}

import { unwrap } from '@headgate/client';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { useMe } from '../../session/me';
import { NEXT } from '../../session/next';
import { leaveFor } from '../../session/session';
import { tabStore } from '../../session/stores';
import { Button } from '../../ui/button';
import { Problem } from '../../ui/notice';
import { INVITATIONS, keepToken, useEndOfToken } from './mailed-token';
import { texts } from './texts';

interface JoinProps {
  readonly token: string;
  readonly onJoined: () => void;
}

/** Joins with the signed-in account; the service checks whether the invitation is meant for its address. */
export function JoinAsMyself({ token, onJoined }: JoinProps) {
  const t = useTexts(texts);
  const me = useMe();
  const join = useAction(async () => unwrap(await headgate.POST('/api/v1/invitations/accept', { body: { token } })), {
    changes: ['/api/v1/me'],
    onDone: onJoined,
  });
  useEndOfToken(INVITATIONS, false, join.error);
  const change = useAction(() =>
    leaveFor(`/signin?next=%2F${INVITATIONS}`, (elsewhere) => {
      keepToken(INVITATIONS, token);
      if (elsewhere !== null) tabStore.set(NEXT, `/${INVITATIONS}`);
    }),
  );
  return (
    <>
      {me !== undefined && <p>{t.signedInAs(me.user.username, me.user.email)}</p>}
      <Problem error={join.error ?? change.error} />
      <Button look="primary" isBusy={join.isRunning} onClick={() => join.run(undefined)}>
        {t.joinAs(me?.user.username ?? '…')}
      </Button>
      <Button isBusy={change.isRunning} onClick={() => change.run(undefined)}>
        {t.changeAccount}
      </Button>
    </>
  );
}

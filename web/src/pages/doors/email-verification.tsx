import { unwrap } from '@headgate/client';
import { useEffect, useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { useMe } from '../../session/me';
import { isSignedIn, leaveFor } from '../../session/session';
import { AnchorButton, Button } from '../../ui/button';
import { Gate } from '../../ui/layout';
import { Notice, Problem } from '../../ui/notice';
import { keepToken, useEndOfToken, useMailedToken } from './mailed-token';
import { texts } from './texts';

const PAGE = 'email-verification';

/** Programs that scan mails open every link. So opening this one does nothing, and a click confirms. */
export function EmailVerification() {
  return new URLSearchParams(location.search).has('new') ? <NewAddress /> : <PresentAddress />;
}

function PresentAddress() {
  const [token] = useMailedToken(PAGE);
  return <Verification key={token} token={token} />;
}

function Verification({ token }: { readonly token: string | null }) {
  const t = useTexts(texts);
  const verify = useAction(
    async (mailed: string) => {
      unwrap(await headgate.POST('/api/auth/email-verification', { body: { token: mailed } }));
      return true;
    },
    { changes: ['/api/v1/me'] },
  );
  const isOver = useEndOfToken(PAGE, verify.result === true, verify.error);
  return (
    <Gate title={t.verifyTitle}>
      {token === null && <p>{t.noToken}</p>}
      <Problem error={verify.error} />
      {token !== null && !isOver && (
        <>
          <p>{t.verifyText}</p>
          <Button look="primary" isBusy={verify.isRunning} onClick={() => verify.run(token)}>
            {t.verify}
          </Button>
        </>
      )}
      {verify.result === true && <Notice tone="good">{t.verified}</Notice>}
      {(isOver || token === null) && <AnchorButton href="/">{t.goOn}</AnchorButton>}
    </Gate>
  );
}

const NEW_ADDRESS = 'new-address';
const SIGN_IN = `/signin?next=${encodeURIComponent(`/${PAGE}?new=1`)}`;

/** Opening the link does nothing: a click of the person who asked for it, signed in, changes the address. */
function NewAddress() {
  const t = useTexts(texts);
  const [token] = useMailedToken(NEW_ADDRESS);
  const [isIn, setIn] = useState<boolean | null>(null);
  useEffect(() => {
    isSignedIn().then(setIn, () => setIn(false));
  }, []);
  return (
    <Gate title={t.newAddressTitle}>
      {token === null && (
        <>
          <p>{t.noToken}</p>
          <AnchorButton href="/">{t.goOn}</AnchorButton>
        </>
      )}
      {token !== null && isIn === false && (
        <>
          <p>{t.newAddressSignIn}</p>
          <AnchorButton look="primary" href={SIGN_IN}>
            {t.goToSignIn}
          </AnchorButton>
        </>
      )}
      {token !== null && isIn === true && <Confirmation key={token} token={token} />}
    </Gate>
  );
}

function Confirmation({ token }: { readonly token: string }) {
  const t = useTexts(texts);
  const me = useMe();
  const confirm = useAction(async () => unwrap(await headgate.POST('/api/v1/me/address/confirm', { body: { token } })).email, {
    changes: ['/api/v1/me', '/api/v1/me/address'],
  });
  const change = useAction(() => leaveFor(SIGN_IN, () => keepToken(NEW_ADDRESS, token)));
  const isOver = useEndOfToken(NEW_ADDRESS, confirm.result !== undefined, confirm.error);
  if (confirm.result !== undefined || isOver) {
    return (
      <>
        <Problem error={confirm.error} />
        {confirm.result !== undefined && <Notice tone="good">{t.addressChanged(confirm.result)}</Notice>}
        <AnchorButton href="/account">{t.toAccount}</AnchorButton>
      </>
    );
  }
  return (
    <>
      {me !== undefined && <p>{t.signedInAs(me.user.username, me.user.email)}</p>}
      <p>{t.newAddressText}</p>
      <Problem error={confirm.error ?? change.error} />
      <Button look="primary" isBusy={confirm.isRunning} onClick={() => confirm.run(undefined)}>
        {t.makeAddress}
      </Button>
      <Button isBusy={change.isRunning} onClick={() => change.run(undefined)}>
        {t.changeAccount}
      </Button>
    </>
  );
}

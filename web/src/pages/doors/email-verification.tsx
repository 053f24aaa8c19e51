import { unwrap } from '@headgate/client';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { AnchorButton, Button } from '../../ui/button';
import { Gate } from '../../ui/layout';
import { Notice, Problem } from '../../ui/notice';
import { useEndOfToken, useMailedToken } from './mailed-token';
import { texts } from './texts';

const PAGE = 'email-verification';

/** Programs that scan mails open every link. So opening this one does nothing, and a click confirms. */
export function EmailVerification() {
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

import { type DataOf, type HeadgateError, type Route, unwrap } from '@headgate/client';
import { useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import { headgate } from '../../session/client';
import { isSignedIn } from '../../session/session';
import { AnchorButton } from '../../ui/button';
import { Gate } from '../../ui/layout';
import { Notice, Shown } from '../../ui/notice';
import { SignOnButton } from '../sign-in/sign-on-button';
import { Decline } from './decline';
import { JoinAsMyself } from './join-as-myself';
import { JoinAsNew } from './join-as-new';
import { INVITATIONS, useEndOfToken, useMailedToken } from './mailed-token';
import { texts } from './texts';
import { useQuery } from '../../session/queries';

const OPEN = '/api/v1/invitations/open';

type Offered = DataOf<Route<typeof OPEN, 'post'>>;

export function Invitation() {
  const t = useTexts(texts);
  const { token: inPath } = useParams({ strict: false });
  const [token] = useMailedToken(INVITATIONS, inPath);
  return <Gate title={t.invitationTitle}>{token === null ? <p>{t.noToken}</p> : <Offer key={token} token={token} />}</Gate>;
}

function Offer({ token }: { readonly token: string }) {
  const read = useQuery<Offered, HeadgateError>({
    queryKey: [OPEN, token],
    queryFn: async () => unwrap(await headgate.POST(OPEN, { body: { token } })),
    // Asked again, the service would refuse what was used here.
    staleTime: Infinity,
  });
  const t = useTexts(texts);
  const isOver = useEndOfToken(INVITATIONS, false, read.error);
  return (
    <>
      <Shown of={read}>{(offered) => <Answer token={token} offered={offered} />}</Shown>
      {isOver && (
        <AnchorButton look="primary" href="/">
          {t.goOn}
        </AnchorButton>
      )}
    </>
  );
}

function Answer({ token, offered }: { readonly token: string; readonly offered: Offered }) {
  const t = useTexts(texts);
  const { moment } = useFormats();
  const [isIn, setIn] = useState<boolean | null>(null);
  const [joined, setJoined] = useState<'signed-in' | 'signed-out' | null>(null);
  const [isDeclined, setDeclined] = useState(false);
  const { invitation } = offered;
  useEndOfToken(INVITATIONS, joined !== null || isDeclined, null);
  useEffect(() => {
    isSignedIn().then(setIn, () => setIn(false));
  }, []);
  if (joined !== null) {
    return (
      <>
        <Notice tone="good">{t.joined(invitation.organization.name)}</Notice>
        <AnchorButton look="primary" href="/">
          {joined === 'signed-in' ? t.goOn : t.goToSignIn}
        </AnchorButton>
      </>
    );
  }
  if (isDeclined) return <Notice tone="good">{t.declined}</Notice>;
  return (
    <>
      <p>{t.invited(invitation.role.name, invitation.workspace.name, invitation.organization.name)}</p>
      <p>{t.forAddress(invitation.email)}</p>
      <p>{t.until(moment(invitation.expires_at))}</p>
      {invitation.sso !== null && (
        <>
          <p>{t.ssoRequired}</p>
          <SignOnButton
            to={{ startUrl: invitation.sso.start_url, hint: invitation.email, next: `/${INVITATIONS}`, stays: false }}
            label={t.signOn}
          />
        </>
      )}
      {isIn === true && <JoinAsMyself token={token} onJoined={() => setJoined('signed-in')} />}
      {isIn === false && invitation.sso?.required !== true && (
        <JoinAsNew token={token} onJoined={(isSignedIn) => setJoined(isSignedIn ? 'signed-in' : 'signed-out')} />
      )}
      <Decline token={token} onDeclined={() => setDeclined(true)} />
    </>
  );
}

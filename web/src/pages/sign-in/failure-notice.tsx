import { catalogue, useTexts } from '../../i18n/texts';
import { Notice } from '../../ui/notice';
import type { SignOnFailure } from './failure';

/** In the words of these pages, because anyone may have written the address: what happened, and what to do. */
const WHY_EN: Readonly<Record<string, string | undefined>> = {
  NO_ACCOUNT: 'There is no account for you here. Ask your administrator for one.',
  ACCOUNT_NOT_ACTIVE: 'Your account is not active here. Ask your administrator.',
  PROVIDER_REFUSED: 'The identity provider did not let you in. Ask your administrator to assign you to this application there.',
  STATUS_NOT_SUCCESS: 'The identity provider did not let you in. Ask your administrator to assign you to this application there.',
  PROVIDER_UNREACHABLE: 'The identity provider cannot answer now. Try again in a few minutes.',
  PROVIDER_BEGAN: 'The portal of your identity provider may not begin a login here. Begin on this page, and tell your administrator.',
  ATTEMPT_ENDED: 'This login has ended or did not begin here. Sign in again.',
  LOGOUT_REFUSED: 'We cannot verify that your identity provider sent this logout. Log out here yourself.',
  WRONG_BROWSER: 'This login began in another browser. Sign in again in this one.',
  NOT_TIMELY:
    'The answer of the identity provider is too old, or its clock is wrong. Sign in again; if it happens again, tell your administrator.',
  EMAIL_MISSING: 'The identity provider does not say your e-mail address. Tell your administrator.',
  EMAIL_NOT_VERIFIED: 'The identity provider does not vouch for your e-mail address. Use the account of your organization there.',
  EMAIL_DOMAIN_NOT_OWNED: 'Your e-mail address is in no domain that the organization has verified. Tell your administrator.',
  CONNECTION_NOT_ACTIVE: 'Nobody can sign in by this connection now. Ask your administrator.',
};

const WHY_DE: Readonly<Record<string, string | undefined>> = {
  NO_ACCOUNT: 'Für Sie gibt es hier kein Konto. Bitten Sie Ihre Administration darum.',
  ACCOUNT_NOT_ACTIVE: 'Ihr Konto ist hier nicht aktiv. Fragen Sie Ihre Administration.',
  PROVIDER_REFUSED:
    'Der Identitätsanbieter hat Sie nicht eingelassen. Bitten Sie Ihre Administration, Sie dort dieser Anwendung zuzuweisen.',
  STATUS_NOT_SUCCESS:
    'Der Identitätsanbieter hat Sie nicht eingelassen. Bitten Sie Ihre Administration, Sie dort dieser Anwendung zuzuweisen.',
  PROVIDER_UNREACHABLE: 'Der Identitätsanbieter kann gerade nicht antworten. Versuchen Sie es in einigen Minuten noch einmal.',
  PROVIDER_BEGAN:
    'Das Portal Ihres Identitätsanbieters darf hier keine Anmeldung beginnen. Beginnen Sie auf dieser Seite, und sagen Sie es Ihrer Administration.',
  ATTEMPT_ENDED: 'Diese Anmeldung ist zu Ende oder hat nicht hier begonnen. Melden Sie sich noch einmal an.',
  LOGOUT_REFUSED: 'Es ist nicht sicher, dass diese Abmeldung von Ihrem Identitätsanbieter kommt. Melden Sie sich auch hier ab.',
  WRONG_BROWSER: 'Diese Anmeldung hat in einem anderen Browser begonnen. Melden Sie sich in diesem noch einmal an.',
  NOT_TIMELY:
    'Die Antwort des Identitätsanbieters ist zu alt, oder seine Uhr geht falsch. Melden Sie sich noch einmal an; hilft das nicht, sagen Sie es Ihrer Administration.',
  EMAIL_MISSING: 'Der Identitätsanbieter nennt Ihre E-Mail-Adresse nicht. Sagen Sie es Ihrer Administration.',
  EMAIL_NOT_VERIFIED: 'Der Identitätsanbieter steht nicht für Ihre E-Mail-Adresse ein. Nehmen Sie dort das Konto Ihrer Organisation.',
  EMAIL_DOMAIN_NOT_OWNED:
    'Ihre E-Mail-Adresse liegt in keiner Domain, die der Organisation nachweislich gehört. Sagen Sie es Ihrer Administration.',
  CONNECTION_NOT_ACTIVE: 'Über diese Verbindung kann sich gerade niemand anmelden. Fragen Sie Ihre Administration.',
};

const texts = catalogue(
  {
    signOnFailed: (code: string) => `${WHY_EN[code] ?? 'The login at the identity provider failed. Try again.'} (${code})`,
    request: (id: string) => `Request ${id}`,
    over: 'Your session has ended. Sign in to continue where you were.',
  },
  {
    signOnFailed: (code: string) =>
      `${WHY_DE[code] ?? 'Die Anmeldung beim Identitätsanbieter ist fehlgeschlagen. Versuchen Sie es noch einmal.'} (${code})`,
    request: (id: string) => `Anfrage ${id}`,
    over: 'Ihre Sitzung ist beendet. Melden Sie sich an, um dort weiterzumachen, wo Sie waren.',
  },
);

/** @param failure none when only the session is over */
export function FailureNotice({ failure }: { readonly failure: SignOnFailure | null }) {
  const t = useTexts(texts);
  if (failure === null) return <Notice>{t.over}</Notice>;
  const { sentence, code, requestId } = failure;
  return (
    <Notice tone="bad">
      <p>{sentence ?? t.signOnFailed(code)}</p>
      {requestId !== null && <p>{t.request(requestId)}</p>}
    </Notice>
  );
}

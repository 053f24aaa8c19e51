import { catalogue } from '../../../i18n/texts';
import type { CureText } from './cures';

const EN: Readonly<Record<CureText, string>> = {
  address: 'Check the address of the provider: this service must reach it.',
  secret: 'Enter the client secret, or add a key.',
  refusedClient: 'The provider does not accept how Headgate authenticates. The report says what to check.',
  codeFlow: 'Allow the authorization code flow for this client at the provider.',
  certificate: 'Enter a valid certificate of the provider.',
  metadata: 'Check the address of the metadata, or import it again.',
  signature: 'The signature does not match the certificates here. Import the provider’s metadata again.',
  algorithm:
    'Have the provider sign with RSA or ECDSA and SHA-256 or longer (RS256 for OpenID Connect), and encrypt with RSA-OAEP and AES-GCM; the report names what it uses now.',
  encryption: 'Have the provider encrypt with the current key of Headgate, and sign the assertion inside.',
  issuerDiffers: 'The provider has another issuer. Copy it exactly as the provider shows it.',
  ourValues: 'The answer is for another service. Compare our values with those at the provider, letter by letter.',
  clock: 'The answer was too old or from the future. Check the provider’s clock, then test again.',
  notRepeated:
    'Have the provider ask for the password again when it is told to (ForceAuthn, prompt=login). Until then, people log out there first.',
  noEmail: 'The provider sends no e-mail address under this name. Enter the right claim or attribute.',
  notVerified:
    'The provider does not say that the address is verified. If your organization runs the provider, choose that option in the configuration.',
  domain: 'The domain of the address is not verified. Set its TXT record.',
  refused: 'The provider refused you. Assign yourself to the application there, then test again.',
  groups: 'Compare the name of the claim and the rows with what the provider sends.',
  groupsWithheld: 'Have somebody who may give all of these roles save the mapping again.',
  fewerGroups: 'Let the provider send fewer groups.',
  again: 'Test again.',
  yourself: 'Sign in at the provider with your own address.',
  account: 'This person could not sign in. Check that the address at the provider is the address of the account here.',
};

const DE: Readonly<Record<CureText, string>> = {
  address: 'Prüfen Sie die Adresse des Anbieters: Dieser Dienst muss sie erreichen.',
  secret: 'Tragen Sie das Client-Secret ein, oder fügen Sie einen Schlüssel hinzu.',
  refusedClient: 'Der Anbieter erkennt Headgate so nicht an. Der Bericht sagt, was zu prüfen ist.',
  codeFlow: 'Erlauben Sie beim Anbieter den Authorization Code Flow für diesen Client.',
  certificate: 'Tragen Sie ein Zertifikat des Anbieters ein, das jetzt gilt.',
  metadata: 'Prüfen Sie die Adresse der Metadaten, oder importieren Sie sie neu.',
  signature: 'Die Signatur passt nicht zu den Zertifikaten hier. Importieren Sie die Metadaten des Anbieters neu.',
  algorithm:
    'Lassen Sie den Anbieter mit RSA oder ECDSA und mindestens SHA-256 signieren (bei OpenID Connect RS256) und mit RSA-OAEP und AES-GCM verschlüsseln; der Bericht nennt, was er jetzt verwendet.',
  encryption: 'Lassen Sie den Anbieter mit dem aktuellen Schlüssel von Headgate verschlüsseln und die Assertion darin signieren.',
  issuerDiffers: 'Der Anbieter nennt sich anders. Kopieren Sie seinen Namen genau so, wie er ihn zeigt.',
  ourValues: 'Der Anbieter antwortet jemand anderem. Vergleichen Sie unsere Werte Zeichen für Zeichen mit denen dort.',
  clock: 'Die Antwort war zu alt oder aus der Zukunft. Prüfen Sie die Uhr des Anbieters und testen Sie erneut.',
  notRepeated:
    'Lassen Sie den Anbieter neu nach dem Passwort fragen, wenn er darum gebeten wird (ForceAuthn, prompt=login). Bis dahin melden sich alle vorher dort ab.',
  noEmail: 'Der Anbieter schickt unter diesem Namen keine E-Mail-Adresse. Nennen Sie den Claim oder das Attribut, das sie enthält.',
  notVerified:
    'Der Anbieter sagt nicht, dass die Adresse bestätigt ist. Betreibt ihn Ihre Organisation, geben Sie das in der Konfiguration an.',
  domain: 'Die Adresse gehört zu einer Domain, die nicht nachgewiesen ist. Setzen Sie deren TXT-Eintrag.',
  refused: 'Der Anbieter hat abgelehnt. Weisen Sie sich dort der Anwendung zu und testen Sie erneut.',
  groups: 'Vergleichen Sie den Namen des Claims und die Zeilen mit dem, was der Anbieter schickt.',
  groupsWithheld: 'Lassen Sie die Zuordnung von jemandem neu speichern, der all diese Rollen geben darf.',
  fewerGroups: 'Lassen Sie den Anbieter weniger Gruppen schicken.',
  again: 'Testen Sie erneut.',
  yourself: 'Melden Sie sich beim Anbieter mit Ihrer eigenen Adresse an: Der Test zeigt, dass Sie hineinkommen.',
  account: 'Diese Person käme nicht hinein. Sehen Sie nach, ob die Adresse beim Anbieter die des Kontos hier ist.',
};

type Outcome = 'passed' | 'warned' | 'failed';
type Status = 'running' | 'passed' | 'failed';

export const texts = catalogue(
  {
    title: 'Test',
    lead: 'The test checks the provider, then you sign in there as yourself. It opens no session and links no account.',
    start: 'Start the test',
    again: 'Test again',
    open: 'Open the provider’s window',
    waiting: 'Sign in in the other window. This page then continues.',
    expired: 'Nobody signed in within 30 minutes. Test again.',
    report: 'Report of the test',
    goOn: 'Continue',
    cureAt: (step: string) => `Fix it: ${step}`,
    cure: (text: CureText) => EN[text],
    outcome: (outcome: Outcome) => ({ passed: 'Passed', warned: 'Note', failed: 'Failed' })[outcome],
    status: (status: Status) => ({ running: 'Running', passed: 'Passed', failed: 'Failed' })[status],
    step: (step: string) =>
      ({
        discovery: 'Discovery document',
        keys: 'Keys of the provider',
        client: 'Authentication of Headgate',
        code: 'Authorization code',
        email: 'E-mail address',
        tenant: 'Tenant',
        certificates: 'Certificates',
        metadata: 'Metadata',
        response: 'Answer of the provider',
        repeat: 'Asked to log in again',
        mapping: 'E-mail address in the answer',
        person: 'Who signed in',
        login: 'What a sign-in would do',
        groups: 'Groups in the answer',
      })[step] ?? step,
    said: 'What the provider said',
  },
  {
    title: 'Test',
    lead: 'Der Test sieht sich an, was vom Anbieter zu sehen ist; dann melden Sie sich dort als Sie selbst an. Er eröffnet keine Sitzung und verknüpft niemanden.',
    start: 'Test beginnen',
    again: 'Erneut testen',
    open: 'Fenster des Anbieters öffnen',
    waiting: 'Melden Sie sich im anderen Fenster an. Diese Seite macht von selbst weiter.',
    expired: 'Innerhalb von 30 Minuten kam niemand zurück. Testen Sie erneut.',
    report: 'Bericht des Tests',
    goOn: 'Weiter',
    cureAt: (step: string) => `Beheben: ${step}`,
    cure: (text: CureText) => DE[text],
    outcome: (outcome: Outcome) => ({ passed: 'Bestanden', warned: 'Hinweis', failed: 'Gescheitert' })[outcome],
    status: (status: Status) => ({ running: 'Läuft', passed: 'Bestanden', failed: 'Gescheitert' })[status],
    step: (step: string) =>
      ({
        discovery: 'Discovery-Dokument',
        keys: 'Schlüssel des Anbieters',
        client: 'Ausweis von Headgate',
        code: 'Authorization Code',
        email: 'E-Mail-Adresse',
        tenant: 'Mandant',
        certificates: 'Zertifikate',
        metadata: 'Metadaten',
        response: 'Antwort des Anbieters',
        repeat: 'Erneute Anmeldung',
        mapping: 'E-Mail-Adresse in der Antwort',
        person: 'Wer zurückkam',
        login: 'Was aus einer Anmeldung würde',
        groups: 'Gruppen in der Antwort',
      })[step] ?? step,
    said: 'Was der Anbieter gesagt hat',
  },
);

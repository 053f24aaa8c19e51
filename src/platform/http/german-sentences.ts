import { GERMAN_OF_DATA } from './german-of-data.js';

/**
 * What only a rule of ours can say of a value, in German. `{}` stands for what the rule fills in, in the order of the English sentence; `*`
 * for the name of the field, which is beside the sentence.
 */
const GERMAN: Readonly<Record<string, string>> = {
  // Texts and names
  '* must not hold NUL or broken Unicode text.': 'Darf weder NUL noch unvollständige Unicode-Zeichen enthalten.',
  'Must not contain NUL or broken Unicode text.': 'Darf weder NUL noch unvollständige Unicode-Zeichen enthalten.',
  '* must have {} characters at most, without NUL or broken Unicode text.':
    'Darf höchstens {} Zeichen haben, ohne NUL und unvollständige Unicode-Zeichen.',
  '* must not hold control characters.': 'Darf keine Steuerzeichen enthalten.',
  'Must not contain NUL or control characters.': 'Darf weder NUL noch Steuerzeichen enthalten.',
  '* must not hold a NUL character.': 'Darf kein NUL-Zeichen enthalten.',
  '* must not be blank, or hold NUL or broken Unicode text.':
    'Darf nicht leer sein und weder NUL noch unvollständige Unicode-Zeichen enthalten.',
  '* must not begin or end with white space, or hold control characters.':
    'Darf nicht mit Leerraum beginnen oder enden und keine Steuerzeichen enthalten.',
  '* must show something, and must not hold control characters or others that show nothing.':
    'Muss etwas Sichtbares enthalten, und weder Steuerzeichen noch andere unsichtbare Zeichen.',
  'Each of * must have {} to {} characters, without control characters or spaces around it.':
    'Jeder Eintrag muss {} bis {} Zeichen haben, ohne Steuerzeichen und ohne Leerzeichen am Rand.',
  'Each of * must have {} to {} characters, without control characters.': 'Jeder Eintrag muss {} bis {} Zeichen haben, ohne Steuerzeichen.',
  'Each of * must be one word.': 'Jeder Eintrag muss ein Wort sein.',
  'Each value in * must be {} to {} lower-case letters (a to z), digits, spaces or . _ : / - and begin and end with a letter or digit.':
    'Jeder Eintrag muss aus {} bis {} Kleinbuchstaben (a bis z), Ziffern, Leerzeichen oder . _ : / - bestehen und mit einem Buchstaben oder einer Ziffer beginnen und enden.',
  '* must be {} to {} lower-case letters (a to z), digits or . _ - and begin with a letter or digit.':
    'Muss aus {} bis {} Kleinbuchstaben (a bis z), Ziffern oder . _ - bestehen und mit einem Buchstaben oder einer Ziffer beginnen.',
  'A tag is {} to {} lower-case letters (a to z), digits or . _ - and begins with a letter or digit.':
    'Muss aus {} bis {} Kleinbuchstaben (a bis z), Ziffern oder . _ - bestehen und mit einem Buchstaben oder einer Ziffer beginnen.',
  '* must have {} bytes at most.': 'Darf höchstens {} Bytes haben.',
  'Must be a text of {} to {} characters, without NUL.': 'Muss ein Text von {} bis {} Zeichen ohne NUL sein.',
  'Must be at most {} texts of {} to {} characters, without NUL.': 'Darf aus höchstens {} Texten von {} bis {} Zeichen ohne NUL bestehen.',
  '* must be a text of {} to {} characters, without NUL.': 'Muss ein Text von {} bis {} Zeichen ohne NUL sein.',
  'Give a reason in one line without control characters.': 'Nennen Sie den Grund in einer Zeile ohne Steuerzeichen.',
  'Comes more than once in one object.': 'Kommt in einem Objekt mehrmals vor.',
  'Must be {} to {} characters of ASCII without spaces.': 'Muss aus {} bis {} ASCII-Zeichen ohne Leerzeichen bestehen.',
  '* must be up to {} names (a letter, then letters, digits or _, {} at most), each with a list of up to {} texts of {} to {} characters without control characters.':
    'Darf höchstens {} Namen haben (ein Buchstabe, dann Buchstaben, Ziffern oder _, höchstens {}), jeden mit einer Liste von höchstens {} Texten aus {} bis {} Zeichen ohne Steuerzeichen.',
  // Names of people
  'Must be an e-mail address, such as {}.': 'Muss eine E-Mail-Adresse sein, wie {}.',
  'Give one address only.': 'Geben Sie nur eine Adresse an.',
  'Give the address alone, without other words or signs.': 'Geben Sie nur die Adresse an, ohne andere Wörter oder Zeichen.',
  'The part after the @ is not an internet domain. Check its spelling.':
    'Der Teil hinter dem @ ist keine Internet-Domain. Prüfen Sie die Schreibweise.',
  'Must have {} to {} letters, digits or one of . _ + - @ between them.':
    'Muss {} bis {} Buchstaben, Ziffern oder dazwischen eines der Zeichen . _ + - @ haben.',
  'Must not mix Latin letters with Cyrillic, Greek or Armenian ones that look like them.':
    'Darf lateinische Buchstaben nicht mit kyrillischen, griechischen oder armenischen mischen, die ihnen gleichen.',
  'May be an e-mail address only if it is the account’s own.': 'Darf nur dann eine E-Mail-Adresse sein, wenn es die des Kontos ist.',
  'Must be a name without @, not an address.': 'Muss ein Name ohne @ sein, keine Adresse.',
  'This is not your current password. Enter it again.': 'Das ist nicht Ihr aktuelles Passwort. Geben Sie es erneut ein.',
  'The code does not match. Check the clock of your device and try the next one.':
    'Der Code stimmt nicht. Prüfen Sie die Uhr Ihres Geräts und nehmen Sie den nächsten Code.',
  'The registration could not be verified. Start it again.': 'Die Registrierung konnte nicht geprüft werden. Beginnen Sie sie neu.',
  'Leave this out: you are logged in and accept with your account.':
    'Lassen Sie das weg: Sie sind angemeldet und nehmen mit Ihrem Konto an.',
  'Required for a new account. If you have an account, log in first.':
    'Für ein neues Konto nötig. Wenn Sie ein Konto haben, melden Sie sich zuerst an.',
  // Times and numbers
  '* must be a whole number from {} to {}.': 'Muss eine ganze Zahl von {} bis {} sein.',
  'Must be a whole number.': 'Muss eine ganze Zahl sein.',
  'Must not lie before `{}`.': 'Darf nicht vor `{}` liegen.',
  'Must lie in the future, within {} days.': 'Muss in der Zukunft liegen, höchstens {} Tage von jetzt.',
  'Send a time in the future.': 'Senden Sie eine Zeit in der Zukunft.',
  'Send a time within the next year.': 'Senden Sie eine Zeit innerhalb des nächsten Jahres.',
  'Send a whole number from {} to {}, or leave it empty for no limit.':
    'Senden Sie eine ganze Zahl von {} bis {}, oder nichts für keine Grenze.',
  'This installation grants {} tokens a day. Enter no more than that, or null for the most.':
    'Diese Installation gewährt {} Tokens am Tag. Geben Sie nicht mehr an, oder null für so viele wie möglich.',
  // Lists
  'Pages reach {} events deep; ask for a shorter period with `from` and `to`.':
    'Seiten reichen {} Ereignisse weit. Fragen Sie mit `from` und `to` nach einem kürzeren Zeitraum.',
  'Pages reach {} events deep; read on with `before`.': 'Seiten reichen {} Ereignisse weit. Lesen Sie mit `before` weiter.',
  'Pages reach {} counters deep; ask for a shorter period with `from` and `to`.':
    'Seiten reichen {} Zähler weit. Fragen Sie mit `from` und `to` nach einem kürzeren Zeitraum.',
  'Pages reach {} events deep. Ask an administrator for older events.':
    'Seiten reichen {} Ereignisse weit. Fragen Sie für ältere die Verwaltung.',
  'This list has no such event. Begin again without "before".': 'Diese Liste hat kein solches Ereignis. Beginnen Sie ohne „before“ neu.',
  'Send the `next_token` of the page before.': 'Senden Sie `next_token` der vorigen Seite.',
  '* must be the name of one, such as {}.': 'Muss der Name einer Aktion sein, wie {}.',
  '* must be one of the list, such as {}.': 'Muss eines aus der Liste sein, wie {}.',
  '* and {} exclude each other.': 'Senden Sie entweder dies oder {}.',
  // Organizations, workspaces and what they hold
  'Name the organization.': 'Nennen Sie die Organisation.',
  'Say in the query which organization you ask about.': 'Nennen Sie in der Anfrage die Organisation, um die es geht.',
  'The organization has no such role.': 'Die Organisation hat keine solche Rolle.',
  'The organization has no such member.': 'Die Organisation hat kein solches Mitglied.',
  'The organization has no such workspace.': 'Die Organisation hat keinen solchen Arbeitsbereich.',
  'The organization has no such group.': 'Die Organisation hat keine solche Gruppe.',
  'The organization has no such connection.': 'Die Organisation hat keine solche Verbindung.',
  'The organization has no such {}.': 'Das gibt es in der Organisation nicht.',
  'The organization has no data source named {}.': 'Die Organisation hat keine Datenquelle namens {}.',
  'The organization has no data source {}.': 'Die Organisation hat keine Datenquelle {}.',
  'It belongs to another organization.': 'Gehört zu einer anderen Organisation.',
  '* must be a domain name such as {}.': 'Muss ein Domainname sein, wie {}.',
  'There is no such permission. Use one from {}, or `*` for all.':
    'Diese Berechtigung gibt es nicht. Nehmen Sie eine aus {}, oder `*` für alle.',
  'Only a person can make another person an owner. A rule cannot. Choose another role.':
    'Nur ein Mensch kann jemanden zum Eigentümer machen, keine Regel. Wählen Sie eine andere Rolle.',
  'Only an owner can approve {}. Ask without emergency.': '{} kann nur ein Eigentümer genehmigen. Fragen Sie ohne emergency.',
  'Try the change first. Then send access_request.change from the refusal within an hour.':
    'Versuchen Sie zuerst die Änderung. Senden Sie dann innerhalb einer Stunde access_request.change aus der Ablehnung.',
  'Send {} with {}.': 'Senden Sie {} zusammen mit {}.',
  'The group is already mapped at this place. Leave one of the two out.':
    'Die Gruppe ist an diesem Ort schon zugeordnet. Lassen Sie eine der beiden weg.',
  'This is not an active owner of the organization.': 'Das ist kein aktiver Eigentümer der Organisation.',
  ...GERMAN_OF_DATA,
};

let patterns: readonly (readonly [RegExp, string])[] | undefined;

/** @returns `undefined` for a sentence that is not known */
export function germanOf(english: string): string | undefined {
  patterns ??= Object.entries(GERMAN).map(([sentence, german]) => [patternOf(sentence), german]);
  for (const [pattern, german] of patterns) {
    const found = pattern.exec(english);
    if (found === null) continue;
    const given = found.slice(1);
    return german.replaceAll('{}', () => given.shift() ?? '');
  }
  return undefined;
}

function patternOf(sentence: string): RegExp {
  const parts = sentence.split('{}').map((part) => {
    const escaped = part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
    // A star in quotes is one.
    return escaped.replaceAll(/(?<!`)\\\*(?!`)/g, '.+?');
  });
  return new RegExp(`^${parts.join('(.*?)')}$`, 'is');
}

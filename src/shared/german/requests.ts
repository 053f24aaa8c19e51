/** Sentences about requests as such, whatever they are about, and names of things. */
export const REQUESTS = {
  '{words}': '{words}',
  '{first} or {second}': '{first} oder {second}',
  '{first}, and {second}': '{first} und {second}',
  '{first}; and {second}': '{first}; und {second}',
  '{what} not found.': '{what} nicht gefunden.',
  'Access request': 'Zugriffsanfrage',
  Account: 'Konto',
  Address: 'Adresse',
  'Break-glass account': 'Notfallkonto',
  Exemption: 'Ausnahme',
  Column: 'Spalte',
  Connection: 'Verbindung',
  Conversation: 'Gespräch',
  'Data policy': 'Datenregel',
  'Data source': 'Datenquelle',
  Decision: 'Entscheidung',
  Discovery: 'Erfassung',
  Domain: 'Domain',
  Factor: 'Faktor',
  'Glossary term': 'Glossarbegriff',
  Group: 'Gruppe',
  Icon: 'Symbol',
  Identity: 'Identität',
  Invitation: 'Einladung',
  Key: 'Schlüssel',
  Mail: 'Mail',
  Member: 'Mitglied',
  Organization: 'Organisation',
  Policy: 'Zugriffsregel',
  'Prompt template': 'Prompt-Vorlage',
  'Provisioning token': 'Verzeichnis-Token',
  'Query execution': 'Abfrage',
  Relation: 'Tabelle',
  'Remembered data': 'Gemerkte Daten',
  'Resource type': 'Ressourcentyp',
  Role: 'Rolle',
  Schema: 'Schema',
  Session: 'Sitzung',
  Snapshot: 'Stand',
  Tag: 'Tag',
  Test: 'Test',
  User: 'Benutzer',
  Version: 'Version',
  Board: 'Board',
  'Saved question': 'Gespeicherte Frage',
  'Verified pair': 'Geprüftes Paar',
  'Version of the prompt template': 'Version der Prompt-Vorlage',
  Wave: 'Welle',
  Workspace: 'Arbeitsbereich',

  'A JSON object is required as the request body.': 'Der Inhalt der Anfrage muss ein JSON-Objekt sein.',
  'A valid access token is required.': 'Dafür ist ein gültiges Zugriffs-Token nötig.',
  'An owner of the organization has to approve this. Ask for it on the pages; a program sends `access_request` with a reason.':
    'Das muss ein Inhaber der Organisation genehmigen. Bitten Sie auf den Seiten darum; ein Programm sendet `access_request` mit einem Grund.',
  'Another request changed the same thing at the same time. Try again.':
    'Eine andere Anfrage hat zur selben Zeit dasselbe geändert. Versuchen Sie es noch einmal.',
  'Comes more than once in one object.': 'Kommt in einem Objekt mehrmals vor.',
  'Confirm it at your identity provider': 'Bestätigen Sie es bei Ihrem Identitätsanbieter',
  'Confirm it with your password': 'Bestätigen Sie es mit Ihrem Passwort',
  'Confirm it with your second factor': 'Bestätigen Sie es mit Ihrem zweiten Faktor',
  'Give one address only.': 'Geben Sie nur eine Adresse an.',
  'Give the address alone, without other words or signs.': 'Geben Sie nur die Adresse an, ohne weitere Wörter oder Zeichen.',
  'Is missing.': 'Fehlt.',
  'There is no field of this name.': 'Dieses Feld gibt es nicht.',
  'Must be a UUID.': 'Muss eine UUID sein.',
  'Must have {limit} bytes or fewer.': 'Darf höchstens {limit} Bytes haben.',
  'Must not be empty.': 'Darf nicht leer sein.',
  'It has changed since you read it. Read it again, then repeat your change.':
    'Das wurde geändert, seit Sie es gelesen haben. Lesen Sie es noch einmal und wiederholen Sie Ihre Änderung.',
  'Must be 1 to 255 characters of ASCII without spaces.': 'Muss 1 bis 255 ASCII-Zeichen ohne Leerzeichen haben.',
  'Must be a text.': 'Muss ein Text sein.',
  'Must be a whole number.': 'Muss eine ganze Zahl sein.',
  'Must be a whole number from {min} to {max}.': 'Muss eine ganze Zahl von {min} bis {max} sein.',
  'Must be a day or a time with offset in ISO 8601, such as 2026-11-20T09:15:00Z.':
    'Muss ein Tag oder ein Zeitpunkt mit Abstand zu UTC nach ISO 8601 sein, wie 2026-11-20T09:15:00Z.',
  'Must be an IPv4 or IPv6 address, without a prefix length.': 'Muss eine IPv4- oder IPv6-Adresse sein, ohne Präfixlänge.',
  'Must be an e-mail address, such as ines@delta.example.': 'Muss eine E-Mail-Adresse sein, wie ines@delta.example.',
  'Must be one of {allowed}.': 'Muss eines von diesen sein: {allowed}.',
  'Must be a country code of two characters, such as DE (ISO 3166-1).': 'Muss ein Ländercode aus zwei Zeichen sein, wie DE (ISO 3166-1).',
  'Must contain only digits, without leading zeros.': 'Darf nur Ziffern enthalten, ohne führende Nullen.',
  'Only the pages of this service may do this. Open {address} and sign in there.{cure}':
    'Das dürfen nur die Seiten dieses Dienstes. Öffnen Sie {address} und melden Sie sich dort an.{cure}',
  ' If people should use {opened}, its operator sets PUBLIC_URL to that.':
    ' Wenn Sie {opened} benutzen sollen, setzt der Betreiber PUBLIC_URL auf diese Adresse.',
  'Pages reach {most} events deep; read on with `before`.': 'Seiten reichen {most} Ereignisse weit; lesen Sie mit `before` weiter.',
  'Read it first, and send the ETag that you got in the header If-Match.':
    'Lesen Sie es zuerst, und senden Sie das ETag, das Sie erhalten haben, im Header If-Match.',
  'Send the body as application/json in UTF-8.': 'Senden Sie den Inhalt als application/json in UTF-8.',
  'Send the body as application/json in UTF-8, not compressed.': 'Senden Sie den Inhalt als application/json in UTF-8, nicht komprimiert.',
  'Send the body as {types}.': 'Senden Sie den Inhalt als {types}.',
  'Send the body as {types} in UTF-8.': 'Senden Sie den Inhalt als {types} in UTF-8.',
  'Send this only once.': 'Senden Sie das nur einmal.',
  'Send {max} characters at most.': 'Senden Sie höchstens {max} Zeichen.',
  'Something went wrong on our side. Quote the request id when you report it.':
    'Auf unserer Seite ist etwas schiefgegangen. Nennen Sie die Anfrage-ID, wenn Sie es melden.',
  'System administrators change this with a second factor only. Enrol one in your account, then try again.':
    'Das ändern Systemadministratoren nur mit einem zweiten Faktor. Richten Sie in Ihrem Konto einen ein und versuchen Sie es noch einmal.',
  'The address and headers of the request are larger than 16 KiB together.':
    'Adresse und Header der Anfrage sind zusammen größer als 16 KiB.',
  'The path of the address has a percent-encoding that is not UTF-8. Encode it as UTF-8, and % itself as %25.':
    'Der Pfad der Adresse hat eine Prozentkodierung, die nicht UTF-8 ist. Kodieren Sie ihn als UTF-8, und % selbst als %25.',
  'The parameter "{name}" has a percent-encoding that is not UTF-8. Encode it as UTF-8, and % itself as %25.':
    'Der Parameter „{name}“ hat eine Prozentkodierung, die nicht UTF-8 ist. Kodieren Sie ihn als UTF-8, und % selbst als %25.',
  'A parameter in the address has a percent-encoding that is not UTF-8. Encode it as UTF-8, and % itself as %25.':
    'Ein Parameter der Adresse hat eine Prozentkodierung, die nicht UTF-8 ist. Kodieren Sie ihn als UTF-8, und % selbst als %25.',
  'The client has gone.': 'Der Client hat die Verbindung beendet.',
  'The connections to the database do not recover. Restart this instance.':
    'Die Verbindungen zur Datenbank erholen sich nicht. Starten Sie diese Instanz neu.',
  'The first attempt was done, and its answer is shown only once. Look for what it made (`made` says its id); a new request, under a new Idempotency-Key, makes another.':
    'Der erste Versuch ist gelungen, und seine Antwort wird nur einmal gezeigt. Suchen Sie, was er angelegt hat (`made` nennt die ID); eine neue Anfrage mit neuem Idempotency-Key legt noch eines an.',
  'The first request with this Idempotency-Key changed something, and its answer is lost. Look for the result before you send the request under a new key.':
    'Die erste Anfrage mit diesem Idempotency-Key hat etwas geändert, und ihre Antwort ist verloren. Suchen Sie das Ergebnis, bevor Sie die Anfrage mit einem neuen Schlüssel senden.',
  'The first request with this Idempotency-Key is still under way. Ask again in a moment.':
    'Die erste Anfrage mit diesem Idempotency-Key läuft noch. Fragen Sie gleich noch einmal.',
  'The metrics token is required. Send it as Authorization: Bearer <METRICS_TOKEN>.':
    'Dafür ist das Token für Metriken nötig. Senden Sie es als Authorization: Bearer <METRICS_TOKEN>.',
  'The part after the @ is not an internet domain. Check its spelling.':
    'Der Teil nach dem @ ist keine Internet-Domain. Prüfen Sie die Schreibweise.',
  'The request body has "{field}" more than once in one object.': 'Der Inhalt der Anfrage hat „{field}“ mehrmals in einem Objekt.',
  'The request body holds more than {values} values. Send less of it at a time.':
    'Der Inhalt der Anfrage hat mehr als {values} Werte. Senden Sie weniger auf einmal.',
  'The request body is not UTF-8.': 'Der Inhalt der Anfrage ist nicht UTF-8.',
  'The request body is not well-formed JSON.': 'Der Inhalt der Anfrage ist kein wohlgeformtes JSON.',
  'The request body is not well-formed JSON: it ends too early.': 'Der Inhalt der Anfrage ist kein wohlgeformtes JSON: Er endet zu früh.',
  'The request body is not well-formed JSON: it goes wrong at line {line}, column {column}.':
    'Der Inhalt der Anfrage ist kein wohlgeformtes JSON: Der Fehler liegt in Zeile {line}, Spalte {column}.',
  'The request body is not well-formed JSON: it must be an object or an array.':
    'Der Inhalt der Anfrage ist kein wohlgeformtes JSON: Er muss ein Objekt oder eine Liste sein.',
  'The request body is too large.': 'Der Inhalt der Anfrage ist zu groß.',
  'The request body nests more than {depth} deep.': 'Der Inhalt der Anfrage ist tiefer als {depth} Ebenen geschachtelt.',
  'The request has more than one header "{doubled}". Send one.': 'Die Anfrage hat den Header „{doubled}“ mehrmals. Senden Sie ihn einmal.',
  'The request holds a NUL character.': 'Die Anfrage enthält ein NUL-Zeichen.',
  'The request is not valid.': 'Die Anfrage ist nicht gültig.',
  'The request took too long to arrive.': 'Die Anfrage kam zu langsam an.',
  'The service cannot answer right now. Try again shortly.': 'Der Dienst kann gerade nicht antworten. Versuchen Sie es gleich noch einmal.',
  'The service was restarted before this was done. Send it again.':
    'Der Dienst wurde neu gestartet, bevor das erledigt war. Senden Sie es noch einmal.',
  'There is no such parameter.': 'Diesen Parameter gibt es nicht.',
  'There is nothing at this address.': 'Unter dieser Adresse gibt es nichts.',
  'This Idempotency-Key came with another body before. Send each new request with a key of its own.':
    'Dieser Idempotency-Key kam schon mit einem anderen Inhalt. Senden Sie jede neue Anfrage mit einem eigenen Schlüssel.',
  'This account has used too many Idempotency-Keys within a day. Try again later, or without a key.':
    'Dieses Konto hat an einem Tag zu viele Idempotency-Keys benutzt. Versuchen Sie es später oder ohne Schlüssel.',
  'This address does not take that method.': 'Diese Adresse kennt diese Methode nicht.',
  'This instance is stopping.': 'Diese Instanz wird gerade beendet.',
  'This page may not act for you.': 'Diese Seite darf nicht für Sie handeln.',
  'Too many attempts. Wait before you try again.': 'Zu viele Versuche. Warten Sie, bevor Sie es noch einmal versuchen.',
  'Too many requests within a minute ({quota}). Wait before you send more.':
    'Zu viele Anfragen in einer Minute ({quota}). Warten Sie, bevor Sie weitere senden.',
  'Too many requests. Wait before you try again.': 'Zu viele Anfragen. Warten Sie, bevor Sie es noch einmal versuchen.',
  'You are not allowed to do this.': 'Dazu fehlt Ihnen die Berechtigung.',
  'Send iss and sid of the session that has ended, as the ID token has them.':
    'Senden Sie iss und sid der beendeten Sitzung, wie sie im ID-Token stehen.',
  'Your organization requires single sign-on. Log in through its identity provider.':
    'Ihre Organisation verlangt Single Sign-on. Melden Sie sich über ihren Identitätsanbieter an.',
  '{fault} Did you mean "{nearest}"?': '{fault} Meinten Sie „{nearest}“?',
  '{how} before you do this.': '{how}, bevor Sie das tun.',
  '{how}: nothing else is enough here.': '{how}: Etwas anderes genügt hier nicht.',

  'Mails are read by a package for development. Run npm ci, without --omit=dev.':
    'Mails liest ein Paket für die Entwicklung. Führen Sie npm ci ohne --omit=dev aus.',
  'Name the record.': 'Nennen Sie den Eintrag.',
  'The demo answers this machine alone. Open it at the address that the service prints at its start.':
    'Die Demo antwortet nur diesem Rechner. Öffnen Sie sie unter der Adresse, die der Dienst beim Start ausgibt.',
  'There are {most} records. Remove one first.': 'Es gibt {most} Einträge. Entfernen Sie zuerst einen.',
  Event: 'Ereignis',
  Webhook: 'Webhook',
  'An organization can have {most} webhooks. Delete one that you no longer need.':
    'Eine Organisation kann {most} Webhooks haben. Löschen Sie einen, den Sie nicht mehr brauchen.',
  'This event no longer keeps others waiting. Read the webhook again.':
    'Dieses Ereignis hält keine anderen mehr auf. Lesen Sie den Webhook erneut.',
  'Send a time of the last 30 days.': 'Senden Sie einen Zeitpunkt der letzten 30 Tage.',
  'Send an address such as https://receiver.example/headgate, without a name and password.':
    'Senden Sie eine Adresse wie https://receiver.example/headgate, ohne Namen und Passwort.',
} as const;

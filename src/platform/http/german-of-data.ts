/** As `GERMAN` of `german-sentences.ts`: of what organizations ask, and of how their people sign on. */
export const GERMAN_OF_DATA: Readonly<Record<string, string>> = {
  // Templates and questions
  'Must be 1 to {} ids with commas between them.': 'Muss aus 1 bis {} Ids mit Kommas dazwischen bestehen.',
  'Choose at most {} templates.': 'Wählen Sie höchstens {} Vorlagen.',
  'Must be the number of a version, or draft.': 'Muss die Nummer einer Version oder draft sein.',
  '* must be the number of a version, or draft.': 'Muss die Nummer einer Version oder draft sein.',
  'Must be the number of a version.': 'Muss die Nummer einer Version sein.',
  'Another parameter is called {}.': 'Ein anderer Parameter heißt auch {}.',
  'No parameter has this name.': 'Kein Parameter hat diesen Namen.',
  'Must have at most 64 letters, digits and underscores, and not begin with a digit.':
    'Darf höchstens 64 Buchstaben, Ziffern und Unterstriche haben und nicht mit einer Ziffer beginnen.',
  'Must be one of {}.': 'Muss eines von diesen sein: {}.',
  'Must be an object.': 'Muss ein JSON-Objekt sein.',
  'Must be a text.': 'Muss ein Text sein.',
  'Must be a number.': 'Muss eine Zahl sein.',
  'Must be true or false.': 'Muss `true` oder `false` sein.',
  'Must be a list.': 'Muss eine Liste sein.',
  'Must be a date such as {}.': 'Muss ein Tag sein, wie {}.',
  'Must be a date and time with its offset, such as {}.': 'Muss ein Tag mit Uhrzeit und Abstand zu UTC sein, wie {}.',
  'Must be {} or less if there is a pattern.': 'Darf höchstens {} sein, wenn es ein Muster gibt.',
  'Must be {} or more.': 'Muss mindestens {} sein.',
  'Must be {} or less.': 'Darf höchstens {} sein.',
  'Must have {} characters or more.': 'Muss mindestens {} Zeichen haben.',
  'Must have {} characters or fewer.': 'Darf höchstens {} Zeichen haben.',
  'Must have {} items or more.': 'Muss mindestens {} Einträge haben.',
  'Must have {} items or fewer.': 'Darf höchstens {} Einträge haben.',
  'Must have at most {}.': 'Darf höchstens {} haben.',
  'Must not be more than {}.': 'Darf nicht größer als {} sein.',
  'Must not contain the same item twice.': 'Darf nichts zweimal enthalten.',
  'Must match {}.': 'Muss auf {} passen.',
  'Is required.': 'Ist nötig.',
  'Is not known here.': 'Ist hier nicht bekannt.',
  'Is not valid.': 'Ist nicht gültig.',
  'A template that you may not write has this name. Choose another.':
    'Eine Vorlage, die Sie nicht ändern dürfen, hat diesen Namen. Wählen Sie einen anderen.',
  'The document has this name twice.': 'Das Dokument hat diesen Namen zweimal.',
  'The content was changed after the export. Export it again.': 'Der Inhalt wurde nach dem Export geändert. Exportieren Sie ihn erneut.',
  'Other organizations cannot see a template of a workspace. Move it to the organization first.':
    'Andere Organisationen sehen keine Vorlage eines Arbeitsbereichs. Verschieben Sie sie zuerst in die Organisation.',
  'The text has no placeholder {}.': 'Der Text hat keinen Platzhalter {}.',
  'The placeholder {} has no parameter.': 'Der Platzhalter {} hat keinen Parameter.',
  'The text would be longer than 64 KiB. Send shorter values.': 'Der Text wäre länger als 64 KiB. Senden Sie kürzere Werte.',
  'A right statement needs no correction. Leave this out, or mark the statement as wrong.':
    'Eine richtige Anweisung braucht keine Korrektur. Lassen Sie dies weg, oder kennzeichnen Sie die Anweisung als falsch.',
  'The conversation is about another data source. Leave this out to begin a new one.':
    'Das Gespräch handelt von einer anderen Datenquelle. Lassen Sie dies weg, um ein neues zu beginnen.',
  // Data sources
  'Name one of the data sources {}.': 'Nennen Sie eine der Datenquellen {}.',
  'Name one of the {} data sources.': 'Nennen Sie eine der {} Datenquellen.',
  'The data source and the template belong to different organizations. Choose one of the same organization.':
    'Datenquelle und Vorlage gehören zu verschiedenen Organisationen. Wählen Sie eine derselben Organisation.',
  'The template is made for the data sources {}.': 'Die Vorlage ist für die Datenquellen {} gemacht.',
  'There is no data source {} that you may ask.': 'Es gibt keine Datenquelle {}, die Sie fragen dürfen.',
  'This engine is a file and has no server.': 'Dieses System ist eine Datei und hat keinen Server.',
  'This engine is a server and has no file.': 'Dieses System ist ein Server und hat keine Datei.',
  'Is required for the mode verify-ca.': 'Ist für die Art verify-ca nötig.',
  '* must be a host name or an IP address.': 'Muss ein Rechnername oder eine IP-Adresse sein.',
  'Must be a host name or an IP address.': 'Muss ein Rechnername oder eine IP-Adresse sein.',
  'Give a relative path with forward slashes, without "." and "..".':
    'Geben Sie einen relativen Pfad mit Schrägstrichen an, ohne „.“ und „..“.',
  '* must be true, false or {mode, ca}: mode is one of {}, ca a certificate in PEM.':
    'Muss true, false oder {mode, ca} sein: mode eines von {}, ca ein Zertifikat in PEM.',
  'Send the password again when you change where it is sent.': 'Senden Sie das Passwort erneut, wenn Sie ändern, wohin es geht.',
  'A data source can sample {} columns. Switch one off first.':
    'Eine Datenquelle kann Stichproben aus {} Spalten nehmen. Schalten Sie zuerst eine aus.',
  'The discovered schema has no such column. Check the names, or discover the schema again.':
    'Das erkundete Schema hat keine solche Spalte. Prüfen Sie die Namen, oder erkunden Sie das Schema erneut.',
  // Policies
  'It must be a text, a number, true or false, or {"attribute": "…"} for an attribute of the person.':
    'Muss ein Text, eine Zahl, true, false oder {"attribute": "…"} für ein Attribut der Person sein.',
  'It must be a list of at most {} values, or {"attribute": "…"} for an attribute of the person.':
    'Muss eine Liste von höchstens {} Werten oder {"attribute": "…"} für ein Attribut der Person sein.',
  'It must be one of {}.': 'Muss eines von diesen sein: {}.',
  'A rule has the `kind` relation, column, tag or rows.': 'Eine Regel hat als `kind` relation, column, tag oder rows.',
  'Conditions can nest {} deep. Use fewer levels.': 'Bedingungen reichen {} Ebenen tief. Nehmen Sie weniger Ebenen.',
  'A condition can compare with {} values; this one has {}. Use fewer.':
    'Eine Bedingung kann mit {} Werten vergleichen, diese hat {}. Nehmen Sie weniger.',
  'A column can have {} tags. Remove one first.': 'Eine Spalte kann {} Kennzeichen haben. Entfernen Sie zuerst eines.',
  'The data source has no relation {}. Discover it again if the relation is new.':
    'Die Datenquelle hat keine Tabelle {}. Erkunden Sie sie erneut, wenn die Tabelle neu ist.',
  '{} has no column {}. Discover the data source again if it is new.':
    '{} hat keine Spalte {}. Erkunden Sie die Datenquelle erneut, wenn sie neu ist.',
  'A relation belongs to one data source. Name it in `data_source_id`, or use a tag.':
    'Eine Tabelle gehört zu einer Datenquelle. Nennen Sie diese in `data_source_id`, oder nehmen Sie ein Kennzeichen.',
  '{} cannot be compared with {}, which is {}.{}': '{} lässt sich nicht mit {} vergleichen, das vom Typ {} ist.{}',
  'There is no attribute {} of a person to compare with. Those of members begin with `own.`.':
    'Es gibt kein Attribut {} einer Person zum Vergleichen. Die von Mitgliedern beginnen mit `own.`.',
  '{} is a list: compare it by `in`.': '{} ist eine Liste: vergleichen Sie mit `in`.',
  'Must hold a list of texts for each name.': 'Muss zu jedem Namen eine Liste von Texten enthalten.',
  '{} acts on: {}.': '{} wirkt auf: {}.',
  'There is no such attribute. It is one of: {}.': 'Dieses Attribut gibt es nicht. Es ist eines von: {}.',
  'Must be of the type {}.': 'Muss vom Typ {} sein.',
  // Single sign-on
  'Send this only with the mode required.': 'Senden Sie dies nur mit dem Modus required.',
  'Send either user_ids, or group with limit or percent.': 'Senden Sie entweder user_ids, oder group mit limit oder percent.',
  'Send limit and percent only together with group.': 'Senden Sie limit und percent nur zusammen mit group.',
  'Send either limit or percent.': 'Senden Sie entweder limit oder percent.',
  'Some of them are not members of the organization. Leave them out.':
    'Einige davon sind keine Mitglieder der Organisation. Lassen Sie sie weg.',
  'Send an issuer without a query, a fragment or a placeholder.': 'Senden Sie einen Aussteller ohne Abfrage, Fragment oder Platzhalter.',
  'Send an address such as {}, without a name and password.': 'Senden Sie eine Adresse wie {}, ohne Namen und Passwort.',
  'Send an address that begins with {}.': 'Senden Sie eine Adresse, die mit {} beginnt.',
  'This installation does not connect to that address. Choose another one, or ask the operator to allow it.':
    'Diese Installation verbindet sich nicht mit dieser Adresse. Wählen Sie eine andere, oder bitten Sie den Betrieb, sie zu erlauben.',
  'A certificate cannot be read.': 'Ein Zertifikat ist nicht lesbar.',
  'This service does not end logins at this address. Send one of the addresses that its operator has allowed.':
    'Dieser Dienst beendet Anmeldungen nicht an dieser Adresse. Senden Sie eine, die sein Betrieb erlaubt hat.',
  'Send a challenge of the method S256.': 'Senden Sie eine Challenge der Methode S256.',
  'Is required for this client_authentication.': 'Ist für diese client_authentication nötig.',
  'Include the scope "openid".': 'Nehmen Sie den Scope „openid“ auf.',
  'Send at least one certificate.': 'Senden Sie mindestens ein Zertifikat.',
  'Send each certificate only once.': 'Senden Sie jedes Zertifikat nur einmal.',
  'This field does not belong to this type of connection. Leave it out.':
    'Dieses Feld gehört nicht zu dieser Art von Verbindung. Lassen Sie es weg.',
  'Cannot be changed while the connection is active.': 'Ist nicht änderbar, solange die Verbindung aktiv ist.',
  'Send the secret again when you change where it is sent.': 'Senden Sie das Geheimnis erneut, wenn Sie ändern, wohin es geht.',
  'Must be a domain such as {}.': 'Muss eine Domain sein, wie {}.',
  'Send a domain of your own: others can register domains below this one.':
    'Senden Sie eine eigene Domain: unter dieser können andere Domains anmelden.',
  'Send a domain of your own: anyone can have an address of this mail service.':
    'Senden Sie eine eigene Domain: bei diesem Maildienst kann jeder eine Adresse haben.',
};

/** Sentences about access policies and data policies. */
export const POLICIES = {
  ' A number of so many digits may have been rounded: write it as a text, such as "9007199254740993".':
    ' Eine Zahl mit so vielen Ziffern wurde vielleicht gerundet: Schreiben Sie sie als Text, wie "9007199254740993".',
  ' Write a whole number.': ' Schreiben Sie eine ganze Zahl.',
  ' Write true or false.': ' Schreiben Sie true oder false.',
  ' Write {example}.': ' Schreiben Sie es so: {example}.',
  ' and {count} more': ' und {count} weitere',
  'A column can have {most} tags. Remove one first.': 'Eine Spalte kann {most} Tags haben. Entfernen Sie zuerst einen.',
  'A condition can compare with {most} values; this one has {count}. Use fewer.':
    'Eine Bedingung kann mit {most} Werten vergleichen; diese hat {count}. Nehmen Sie weniger.',
  'A data policy has just begun to use this tag. Look at the tag again, then decide.':
    'Gerade hat eine Datenregel begonnen, diesen Tag zu benutzen. Sehen Sie sich den Tag noch einmal an, bevor Sie entscheiden.',
  'A data source that you may not see': 'Eine Datenquelle, die Sie nicht sehen dürfen,',
  'A relation belongs to one data source. Name it in `data_source_id`, or use a tag.':
    'Eine Tabelle gehört zu einer Datenquelle. Nennen Sie diese in `data_source_id`, oder benutzen Sie einen Tag.',
  'A version of the policy is active or in shadow. Disable it first.':
    'Eine Version der Regel ist aktiv oder im Schatten. Schalten Sie sie zuerst ab.',
  'Add an exception for them.': 'Fügen Sie eine Ausnahme für sie hinzu.',
  'Another policy was published at the same time. Try again.':
    'Zur selben Zeit wurde eine andere Regel veröffentlicht. Versuchen Sie es noch einmal.',
  'Conditions can nest {most} deep. Use fewer levels.': 'Bedingungen können {most} Ebenen tief sein. Nehmen Sie weniger Ebenen.',
  'Have them {given} first, or add an exception for them.':
    'Sorgen Sie dafür, dass diese zuerst {given}, oder fügen Sie eine Ausnahme für sie hinzu.',
  'confirm a second factor': 'einen zweiten Faktor bestätigen',
  'sign in once through single sign-on': 'sich einmal mit Single Sign-on anmelden',
  'trust a device': 'einem Gerät vertrauen',
  'Headgate cannot evaluate these data policies for you, so it shows nothing: {policies}. Correct the condition, or your attributes.':
    'Headgate kann diese Datenregeln für Sie nicht auswerten und zeigt deshalb nichts: {policies}. Korrigieren Sie die Bedingung oder Ihre Attribute.',
  'It belongs to another organization.': 'Sie gehört zu einer anderen Organisation.',
  'Members have values of {attribute} that cannot be compared with {column}, which is {type}: {values}{more}. Statements of these members over {relation} are refused. Correct the attributes, or the rule.':
    'Mitglieder haben Werte von {attribute}, die sich nicht mit {column} vom Typ {type} vergleichen lassen: {values}{more}. Anweisungen dieser Mitglieder, die {relation} lesen, werden abgelehnt. Korrigieren Sie die Attribute oder die Regel.',
  'Must be of the type {type}.': 'Muss vom Typ {type} sein.',
  'Must hold a list of texts for each name.': 'Muss zu jedem Namen eine Liste von Texten enthalten.',
  'Name the organization.': 'Nennen Sie die Organisation.',
  'Say in the query which organization you ask about.': 'Sagen Sie in der Anfrage, um welche Organisation es geht.',
  'Send the `next_token` of the page before.': 'Senden Sie das `next_token` der Seite davor.',
  'Some rules do not fit the data source.': 'Einige Regeln passen nicht zur Datenquelle.',
  'The access policies of the organization are not loaded yet. Try again shortly.':
    'Die Zugriffsregeln der Organisation sind noch nicht geladen. Versuchen Sie es gleich noch einmal.',
  'The access policies of the organization cannot be loaded. Ask the operator to look at the log.':
    'Die Zugriffsregeln der Organisation lassen sich nicht laden. Bitten Sie den Betreiber, im Log des Dienstes nachzusehen.',
  'The form has no field for this part, so the policy stays a text: {part}':
    'Für diesen Teil hat das Formular kein Feld, deshalb bleibt die Regel Text: {part}',
  'The form would lose the comments and annotations of this policy, so it stays a text.':
    'Kommentare und Annotationen dieser Regel gingen im Formular verloren, deshalb bleibt sie Text.',
  'The form would not write exactly this policy, so it stays a text.':
    'Das Formular würde nicht genau diese Regel schreiben, deshalb bleibt sie Text.',
  'The data policies of the organization are not loaded yet. Try again shortly.':
    'Die Datenregeln der Organisation sind noch nicht geladen. Versuchen Sie es gleich noch einmal.',
  'The data policies of the organization cannot be loaded. Ask the operator to look at the log.':
    'Die Datenregeln der Organisation lassen sich nicht laden. Bitten Sie den Betreiber, im Log des Dienstes nachzusehen.',
  'The data policies of the organization could not be evaluated, so nothing is shown. Tell an administrator of the organization.':
    'Die Datenregeln der Organisation ließen sich nicht auswerten, deshalb wird nichts gezeigt. Sagen Sie es der Administration der Organisation.',
  'The data policy "{policy}" cannot compare a value of your {attribute} with rows. Ask an administrator of the organization to correct the value or the policy.':
    'Die Datenregel „{policy}“ kann einen Wert von {attribute} in Ihrem Konto nicht mit Zeilen vergleichen. Bitten Sie die Administration der Organisation, den Wert oder die Regel zu korrigieren.',
  'The data policy "{policy}" compares rows with your {attribute}, which is not set. Ask an administrator of the organization to set it.':
    'Die Datenregel „{policy}“ vergleicht Zeilen mit einem Attribut von Ihnen, das nicht gesetzt ist: {attribute}. Bitten Sie die Administration der Organisation, es zu setzen.',
  'verified e-mail address': 'bestätigte E-Mail-Adresse',
  'The data policy is active. Disable it first.': 'Die Datenregel ist aktiv. Schalten Sie sie zuerst ab.',
  'The data policy is {status}, so there is nothing to change.': 'Die Datenregel ist {status}, deshalb gibt es nichts zu ändern.',
  active: 'aktiv',
  disabled: 'abgeschaltet',
  'The data source "{name}"': 'Die Datenquelle „{name}“',
  'The data source has no relation {relation}. Discover it again if the relation is new.':
    'Die Datenquelle hat keine Tabelle {relation}. Erfassen Sie sie noch einmal, wenn die Tabelle neu ist.',
  'The organization already has a data policy of this name. Choose another name.':
    'Die Organisation hat schon eine Datenregel mit diesem Namen. Wählen Sie einen anderen Namen.',
  'The organization already has a policy of this name. Choose another name.':
    'Die Organisation hat schon eine Zugriffsregel mit diesem Namen. Wählen Sie einen anderen Namen.',
  'The organization has {most} data policies. Delete one that you do not need.':
    'Die Organisation hat {most} Datenregeln. Löschen Sie eine, die Sie nicht brauchen.',
  'The organization has {most} versions in force. Disable one that you do not need.':
    'Die Organisation hat {most} geltende Versionen. Schalten Sie eine ab, die Sie nicht brauchen.',
  'The policies in force would take {size} kB together, but at most {most} kB are allowed. Disable one that you do not need, or write it shorter.':
    'Die geltenden Regeln wären zusammen {size} kB groß, erlaubt sind höchstens {most} kB. Schalten Sie eine ab, die Sie nicht brauchen, oder schreiben Sie sie kürzer.',
  'The policies take too long to evaluate. Use fewer or simpler ones.':
    'Die Auswertung der Regeln dauert zu lange. Nehmen Sie weniger oder einfachere.',
  'The policy does not decide all its examples as expected. Correct the text or the examples.':
    'Die Regel entscheidet nicht alle ihre Beispiele wie erwartet. Korrigieren Sie den Text oder die Beispiele.',
  'The policy is archived. Make a new one.': 'Die Regel ist archiviert. Legen Sie eine neue an.',
  'The policy is not valid. `problems` says what is wrong, and where.':
    'Die Regel ist nicht gültig. `problems` sagt, was falsch ist und wo.',
  'The policy permits what you may not do yourself: {permissions}. Ask an owner to activate it.':
    'Die Regel erlaubt, was Sie selbst nicht dürfen: {permissions}. Bitten Sie einen Inhaber, sie zu aktivieren.',
  'The policy would keep owners from running the organization, by every way in which they can sign in today, from your network. {advice}':
    'Die Regel würde Inhaber von der Verwaltung der Organisation abhalten, auf jedem Weg, auf dem sie sich heute aus Ihrem Netz anmelden können. {advice}',
  'The version is already active.': 'Die Version ist schon aktiv.',
  'The version is already active. Disable it first.': 'Die Version ist schon aktiv. Schalten Sie sie zuerst ab.',
  'The version is already in shadow.': 'Die Version ist schon im Schatten.',
  'The version is neither active nor in shadow, so there is nothing to disable.':
    'Die Version ist weder aktiv noch im Schatten, deshalb gibt es nichts abzuschalten.',
  'There is no attribute {attribute} of a person to compare with. Those of members begin with `own.`.':
    'Es gibt kein Attribut {attribute} einer Person zum Vergleichen. Die von Mitgliedern beginnen mit `own.`.',
  'There is no field {names} here. Remove it.': 'Hier gibt es kein Feld {names}. Entfernen Sie es.',
  'There is no such attribute. It is one of: {names}.': 'Dieses Attribut gibt es nicht. Möglich sind: {names}.',
  '{action} acts on: {types}.': '{action} betrifft: {types}.',
  '{attribute} is a list: compare it by `in`.': '{attribute} ist eine Liste: Vergleichen Sie mit `in`.',
  '{attribute} is text and cannot be compared with {column}, which is {type}. Compare {column} with true or false.':
    '{attribute} ist Text und lässt sich nicht mit {column} vom Typ {type} vergleichen. Vergleichen Sie {column} mit true oder false.',
  '{most} tags, reviewed relations and former names of a data source can be kept; this one has {tags}, {relations} and {names}. Remove tags that you do not need, refused ones too.':
    'Zu einer Datenquelle lassen sich {most} Tags, geprüfte Tabellen und frühere Namen merken; diese hat {tags}, {relations} und {names}. Entfernen Sie Tags, die Sie nicht brauchen, auch abgelehnte.',
  '{relation} has no column {column}. Discover the data source again if it is new.':
    '{relation} hat keine Spalte {column}. Erfassen Sie die Datenquelle noch einmal, wenn sie neu ist.',
  '{source} reads the same data and stays open, so this policy hides nothing there. Write a policy for it too, or delete it.':
    '{source} liest dieselben Daten und bleibt offen, deshalb verbirgt diese Regel dort nichts. Schreiben Sie auch dafür eine Regel, oder löschen Sie die Datenquelle.',
  '{source} reads the same data. Activating this policy closes it until a person with abac.grant opens it.':
    '{source} liest dieselben Daten. Wenn Sie diese Regel aktivieren, wird die Datenquelle geschlossen, bis eine Person mit abac.grant sie öffnet.',
  '{value} cannot be compared with {column}, which is {type}.{advice}':
    '{value} lässt sich nicht mit {column} vom Typ {type} vergleichen.{advice}',
  '"{name}" is not a country code.': '„{name}“ ist kein Länderkürzel.',
  'A permit can only allow actions on workspaces and data sources, not the administration of the organization: {named}.':
    'Ein permit kann nur Aktionen auf Arbeitsbereichen und Datenquellen erlauben, nicht die Verwaltung der Organisation: {named}.',
  'Did you mean "{name}"?': 'Meinten Sie „{name}“?',
  'Letters of different scripts can look alike. Make sure that it is the name you mean.':
    'Buchstaben verschiedener Schriften können gleich aussehen. Prüfen Sie, ob es der Name ist, den Sie meinen.',
  'Name another group.': 'Nennen Sie eine andere Gruppe.',
  'Name another role.': 'Nennen Sie eine andere Rolle.',
  'Name the actions that it permits, such as action == Action::"query.run".':
    'Nennen Sie die Aktionen, die sie erlaubt, zum Beispiel action == Action::"query.run".',
  'No column has the tag {tag} yet, so this rule hides nothing now. Tag the columns, or correct the name.':
    'Noch keine Spalte trägt den Tag {tag}, deshalb verbirgt diese Regel jetzt nichts. Geben Sie Spalten den Tag, oder berichtigen Sie den Namen.',
  'No member has the attribute {name}, so statements over this table are refused. Set it for members, or correct the name.':
    'Kein Mitglied hat das Attribut {name}, deshalb werden Anweisungen über diese Tabelle abgelehnt. Setzen Sie es bei Mitgliedern, oder berichtigen Sie den Namen.',
  'Numbers must lie between -9007199254740991 and 9007199254740991.':
    'Zahlen müssen zwischen -9007199254740991 und 9007199254740991 liegen.',
  'Test "{name}": {message}': 'Test „{name}“: {message}',
  'The group "{name}" was deleted.': 'Die Gruppe „{name}“ wurde gelöscht.',
  'The policy is nested too deeply.': 'Die Regel ist zu tief verschachtelt.',
  'The role "{name}" was deleted.': 'Die Rolle „{name}“ wurde gelöscht.',
  'There is no assurance level "{name}", so this never applies.': 'Es gibt keine Vertrauensstufe „{name}“, deshalb trifft das nie zu.',
  'There is no attribute of members "{name}", so this never applies.':
    'Es gibt kein Attribut „{name}“ bei Mitgliedern, deshalb trifft das nie zu.',
  'There is no connection with the id "{name}", so this never applies.':
    'Es gibt keine Verbindung mit der Nummer „{name}“, deshalb trifft das nie zu.',
  'There is no data source with the id "{name}", so this never applies.':
    'Es gibt keine Datenquelle mit der Nummer „{name}“, deshalb trifft das nie zu.',
  'There is no group "{name}", so this never applies.': 'Es gibt keine Gruppe „{name}“, deshalb trifft das nie zu.',
  'There is no label "{name}", so this never applies.': 'Es gibt kein Label „{name}“, deshalb trifft das nie zu.',
  'There is no member with the id "{name}", so this never applies.':
    'Es gibt kein Mitglied mit der Nummer „{name}“, deshalb trifft das nie zu.',
  'There is no role "{name}", so this never applies.': 'Es gibt keine Rolle „{name}“, deshalb trifft das nie zu.',
  'There is no value of {attribute} "{name}", so this never applies.':
    'Es gibt bei {attribute} keinen Wert „{name}“, deshalb trifft das nie zu.',
  'There is no way to log in "{name}", so this never applies.': 'Es gibt keine Art der Anmeldung „{name}“, deshalb trifft das nie zu.',
  'There is no workspace with the id "{name}", so this never applies.':
    'Es gibt keinen Arbeitsbereich mit der Nummer „{name}“, deshalb trifft das nie zu.',
  'Write lists as sets, such as ["a", "b"].contains(x), or split it into several policies.':
    'Schreiben Sie Listen als Mengen, zum Beispiel ["a", "b"].contains(x), oder teilen Sie sie auf mehrere Regeln auf.',
  'Write one condition, without a further clause or policy.': 'Schreiben Sie eine Bedingung, ohne eine weitere Klausel oder Regel.',
  'Join parts by && and ||. Write an exception as && !(…).': 'Verbinden Sie Teile mit && und ||. Schreiben Sie eine Ausnahme als && !(…).',
  'Write one policy; the text holds {count}. Make a policy of each.':
    'Schreiben Sie eine Regel; der Text enthält {count}. Machen Sie aus jeder eine eigene.',
  'Write two capital letters, such as "DE".': 'Schreiben Sie zwei Großbuchstaben, zum Beispiel „DE“.',
  '{first} and {count} others': '{first} und {count} weitere',
  'It may be a missing one under a new name.': 'Es kann eine fehlende Tabelle unter neuem Namen sein.',
  'It may be {relation} under a new name.': 'Es kann {relation} unter neuem Namen sein.',
  'Attribute {attribute} in context not found.': 'context hat kein Attribut {attribute}.',
  'Attribute {attribute} on entity type {type} not found.': '{type} hat kein Attribut {attribute}.',
  'Did you mean {code}?': 'Meinten Sie {code}?',
  'Empty set literals are forbidden in policies.': 'Leere Mengen sind in Regeln nicht erlaubt.',
  'Error during extension function argument validation: failed to parse as IP address: {address}.':
    '{address} ist keine IP-Adresse und kein Netz.',
  'Invalid variable: {name}.': 'Es gibt keine Variable {name}.',
  'Policy is impossible: the policy expression evaluates to false for all valid requests.':
    'Die Regel kann nie gelten: Für jede mögliche Anfrage ist ihre Bedingung falsch.',
  'The types {one} and {other} are not compatible.': 'Die Typen {one} und {other} passen nicht zusammen.',
  "Try testing for the attribute's presence with {code}.": 'Prüfen Sie zuerst, ob es das Attribut gibt: {code}.',
  'Unable to guarantee safety of access to optional attribute {attribute} in context.': 'Das Attribut {attribute} von context kann fehlen.',
  'Unexpected end of input.': 'Der Text endet zu früh.',
  'Unexpected token {token}.': '{token} kann hier nicht stehen.',
  'Unrecognized action {name}.': 'Es gibt keine Aktion {name}.',
  'Unrecognized entity type {name}.': 'Es gibt keinen Typ {name}.',
  'Valid IP strings are IPv4/IPv6 addresses or CIDR ranges like `127.0.0.1`, `127.0.0.1/24`, or `ffee::/64`.':
    'Schreiben Sie Adressen (IPv4, IPv6) oder Netze (CIDR), zum Beispiel `127.0.0.1`, `127.0.0.1/24` oder `ffee::/64`.',
} as const;

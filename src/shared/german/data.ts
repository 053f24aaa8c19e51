/** Sentences about data sources, their schemas and queries. */
export const DATA = {
  'A data source that policies or labels protected was deleted before it was ever found, and it may have read the same data. Ask a person with the permission abac.grant, such as an owner, to release it in the list of remembered data.':
    'Eine Datenquelle, die durch Regeln oder Labels geschützt war, wurde gelöscht, bevor sie je gefunden wurde. Sie hat vielleicht dieselben Daten gelesen. Bitten Sie eine Person mit der Berechtigung abac.grant, etwa einen Inhaber, sie in der Liste der gemerkten Daten freizugeben.',
  'Another program has the file open for writing. Close it there, or use a copy of the file.':
    'Ein anderes Programm hat die Datei zum Schreiben geöffnet. Schließen Sie sie dort, oder benutzen Sie eine Kopie.',
  'Another version of the engine wrote the file, and the version here cannot read it. Export the database there, and import it with this version.':
    'Eine andere Version der Datenbank hat die Datei geschrieben, und die Version hier kann sie nicht lesen. Exportieren Sie die Datenbank dort, und importieren Sie sie mit dieser Version.',
  'Give a relative path with forward slashes, without "." and "..".':
    'Geben Sie einen relativen Pfad mit Schrägstrichen an, ohne „.“ und „..“.',
  'Is required for the mode verify-ca.': 'Ist für den Modus verify-ca nötig.',
  'Is required for this engine.': 'Ist für diese Art von Datenbank nötig.',
  'Must be a host name or an IP address.': 'Muss ein Hostname oder eine IP-Adresse sein.',
  'Must not contain NUL or control characters.': 'Darf weder NUL noch Steuerzeichen enthalten.',
  'No trusted TLS connection to the data source is possible. Switch TLS on, or check its certificate.':
    'Eine vertrauenswürdige TLS-Verbindung zur Datenquelle ist nicht möglich. Schalten Sie TLS ein, oder prüfen Sie ihr Zertifikat.',
  'Policies or labels of another data source protect this file or address, or did until that data source was deleted. Ask a person with the permission abac.grant, such as an owner, to register it or to release it.':
    'Regeln oder Labels einer anderen Datenquelle, die vielleicht schon gelöscht ist, schützen diese Datei oder Adresse. Bitten Sie eine Person mit der Berechtigung abac.grant, etwa einen Inhaber, sie hinzuzufügen oder freizugeben.',
  'Policies or labels protect what this data source reads. Ask a person with the permission abac.grant, such as an owner, to delete it or to point it elsewhere.':
    'Regeln oder Labels schützen, was diese Datenquelle liest. Bitten Sie eine Person mit der Berechtigung abac.grant, etwa einen Inhaber, sie zu löschen oder auf andere Daten zu richten.',
  'Policies or labels protect {source}, which cannot be found now and may read the same data. Try again in a minute, or ask a person with the permission abac.grant, such as an owner, to repair its connection or to delete it.':
    'Regeln oder Labels schützen {source}, die jetzt nicht zu finden ist und vielleicht dieselben Daten liest. Versuchen Sie es in einer Minute noch einmal, oder bitten Sie eine Person mit der Berechtigung abac.grant, etwa einen Inhaber, die Verbindung zu reparieren oder die Datenquelle zu löschen.',
  'another data source': 'eine andere Datenquelle',
  'data source {id}': 'die Datenquelle {id}',
  'The host name or file of this connection cannot be found, and policies may protect its data. Try again later, or ask a person with the permission abac.grant, such as an owner, to register it.':
    'Der Hostname oder die Datei dieser Verbindung ist nicht zu finden, und vielleicht schützen Regeln die Daten. Versuchen Sie es später noch einmal, oder bitten Sie eine Person mit der Berechtigung abac.grant, etwa einen Inhaber, sie hinzuzufügen.',
  'Send the password again when you change where it is sent.':
    'Senden Sie das Passwort noch einmal mit, wenn Sie ändern, wohin es gesendet wird.',
  'The connection to the data source was lost, or its schema changed while it was read. Try again.':
    'Die Verbindung zur Datenquelle ging verloren, oder ihr Schema änderte sich beim Lesen. Versuchen Sie es noch einmal.',
  'The data source cannot be reached. Check its host, port and database or its file, and whether it is running.':
    'Die Datenquelle ist nicht erreichbar. Prüfen Sie Host, Port und Datenbank oder die Datei, und ob sie läuft.',
  'The data source has no schema of this name, or its user cannot see it. Check the name.':
    'Die Datenquelle hat kein Schema mit diesem Namen, oder ihr Benutzer sieht es nicht. Prüfen Sie den Namen.',
  'The data source is open already.': 'Die Datenquelle ist schon offen.',
  'The data source refused the username or the password. Correct them in its connection, and switch TLS on if the server asks for it.':
    'Die Datenquelle hat Benutzername oder Passwort abgelehnt. Korrigieren Sie beides in der Verbindung, und schalten Sie TLS ein, wenn der Server es verlangt.',
  'The data source took too long. The earlier schema is kept. Try again later.':
    'Die Datenquelle brauchte zu lange. Das bisherige Schema bleibt. Versuchen Sie es später noch einmal.',
  'The data source was pointed to other data while your request waited, so the request was not sent. Try again.':
    'Die Datenquelle wurde auf andere Daten gerichtet, während Ihre Anfrage wartete, deshalb wurde sie nicht gesendet. Versuchen Sie es noch einmal.',
  'The database in the file is encrypted. Use a copy that is not encrypted.':
    'Die Datenbank in der Datei ist verschlüsselt. Benutzen Sie eine unverschlüsselte Kopie.',
  'The database stores its text as UTF-16, and Headgate reads only UTF-8. Create an empty database with `PRAGMA encoding = "UTF-8"`, import the data into it, and register that file.':
    'Die Datenbank speichert Text als UTF-16, und Headgate liest nur UTF-8. Legen Sie mit `PRAGMA encoding = "UTF-8"` eine leere Datenbank an, importieren Sie die Daten, und fügen Sie diese Datei hinzu.',
  'The database user may not read the catalog of the data source. Grant it that right.':
    'Der Datenbankbenutzer darf den Katalog der Datenquelle nicht lesen. Geben Sie ihm dieses Recht.',
  'The discovery did not finish. The earlier schema is kept. Start it again.':
    'Die Erfassung wurde nicht fertig. Das bisherige Schema bleibt. Starten Sie sie noch einmal.',
  'The discovery was cancelled. The earlier schema is kept. Start it again when you need it.':
    'Die Erfassung wurde abgebrochen. Das bisherige Schema bleibt. Starten Sie sie noch einmal, wenn Sie sie brauchen.',
  'The driver of this engine is not installed here. Ask the operator to install it.':
    'Der Treiber für diese Art von Datenbank ist hier nicht installiert. Bitten Sie den Betreiber, ihn zu installieren.',
  'The file holds plain text, such as CSV, and is no database. Import the text into a database, and name the file of that database.':
    'Die Datei enthält Text, etwa CSV, und ist keine Datenbank. Importieren Sie den Text in eine Datenbank, und nennen Sie deren Datei.',
  'The file is a DuckDB database. Register it as DuckDB.': 'Die Datei ist eine DuckDB-Datenbank. Fügen Sie sie als DuckDB hinzu.',
  'The file is a SQLite database. Register it as SQLite.': 'Die Datei ist eine SQLite-Datenbank. Fügen Sie sie als SQLite hinzu.',
  'The file is damaged or incomplete. Copy it again from where it was made, or restore it.':
    'Die Datei ist beschädigt oder unvollständig. Kopieren Sie sie noch einmal vom Original, oder stellen Sie sie wieder her.',
  'The file is empty. Put a database in its place.': 'Die Datei ist leer. Legen Sie eine Datenbank an ihre Stelle.',
  'The file is not a database of this engine, or it is encrypted. Use a database that is not encrypted.':
    'Die Datei ist keine Datenbank dieser Art, oder sie ist verschlüsselt. Benutzen Sie eine unverschlüsselte Datenbank.',
  'The organization already has a data source of this name. Choose another name.':
    'Die Organisation hat schon eine Datenquelle mit diesem Namen. Wählen Sie einen anderen Namen.',
  'The request changes nothing. Send at least one field.': 'Die Anfrage ändert nichts. Senden Sie mindestens ein Feld.',
  'The schema of the data source is too large to read. Let its user see fewer schemas. The earlier schema is kept.':
    'Das Schema der Datenquelle ist zu groß zum Lesen. Lassen Sie ihren Benutzer weniger Schemata sehen. Das bisherige Schema bleibt.',
  'The server accepted the login, but it has no database of this name. Correct the name of the database.':
    'Der Server nahm die Anmeldung an, hat aber keine Datenbank mit diesem Namen. Korrigieren Sie den Namen der Datenbank.',
  'There is no file at this path. Correct the path, or ask the operator to put the file there.':
    'Unter diesem Pfad gibt es keine Datei. Korrigieren Sie den Pfad, oder bitten Sie den Betreiber, die Datei dort abzulegen.',
  'This data source is closed. Ask a person with the permission abac.grant, such as an owner, to open it.':
    'Diese Datenquelle ist geschlossen. Bitten Sie eine Person mit der Berechtigung abac.grant, etwa einen Inhaber, sie zu öffnen.',
  'This engine is a file and has no server.': 'Diese Art von Datenbank ist eine Datei und hat keinen Server.',
  'This engine is a server and has no file.': 'Diese Art von Datenbank ist ein Server und hat keine Datei.',
  'This installation does not connect to data sources at that address. Use another address, or ask its operator to allow this one.':
    'Diese Installation verbindet sich nicht mit Datenquellen unter dieser Adresse. Nehmen Sie eine andere, oder bitten Sie den Betreiber, diese zu erlauben.',

  'A diagram holds at most {most} tables, not {tables}.': 'Ein Diagramm fasst höchstens {most} Tabellen, nicht {tables}.',
  'The discovery has ended already.': 'Die Erfassung ist schon beendet.',
  'There is no table of this name that you may read. Search for a part of its name.':
    'Es gibt keine Tabelle dieses Namens, die Sie lesen dürfen. Suchen Sie nach einem Teil ihres Namens.',
  'The schema of this data source is not known yet. Discover it first, or ask someone who may.':
    'Das Schema dieser Datenquelle ist noch nicht bekannt. Erfassen Sie es zuerst, oder bitten Sie jemanden, der das darf.',
  'These tables and their foreign keys take too long to draw.': 'Diese Tabellen und ihre Fremdschlüssel zu zeichnen dauert zu lange.',
  '{what} Choose one schema or table, or search.': '{what} Wählen Sie ein Schema oder eine Tabelle, oder suchen Sie.',

  'A data source can sample {most} columns. Switch one off first.':
    'Eine Datenquelle kann aus {most} Spalten Beispielwerte zeigen. Schalten Sie zuerst eine ab.',
  'Only columns of tables can be sampled, and no computed ones. Choose another column.':
    'Beispielwerte gibt es nur aus Spalten von Tabellen, nicht aus berechneten. Wählen Sie eine andere Spalte.',
  'The column has the tag "{tag}". Values of columns with a tag are never shown to the model.':
    'Die Spalte hat den Tag „{tag}“. Werte von Spalten mit einem Tag werden dem Modell nie gezeigt.',
  'The column seems to hold personal or secret data ("{word}"). Values of such columns are never shown to the model.':
    'Die Spalte enthält wohl persönliche oder geheime Daten („{word}“). Werte solcher Spalten werden dem Modell nie gezeigt.',
  'The database user may not read this column. Grant it SELECT.':
    'Der Datenbankbenutzer darf diese Spalte nicht lesen. Geben Sie ihm SELECT.',
  'The discovered schema has no such column. Check the names, or discover the schema again.':
    'Das erfasste Schema hat keine solche Spalte. Prüfen Sie die Namen, oder erfassen Sie das Schema noch einmal.',
  'The name is too long or contains invisible characters. Rename the column in the database.':
    'Der Name ist zu lang oder enthält unsichtbare Zeichen. Benennen Sie die Spalte in der Datenbank um.',
  'Values of the type {type} are too long or not readable. Choose another column.':
    'Werte vom Typ {type} sind zu lang oder nicht lesbar. Wählen Sie eine andere Spalte.',

  'Data policies changed what you may see while your request waited, so its answer is not shown. Ask again.':
    'Datenregeln haben geändert, was Sie sehen dürfen, während Ihre Anfrage wartete, deshalb wird die Antwort nicht gezeigt. Fragen Sie noch einmal.',
  'The data source already runs {most} queries, the most for one data source. Try again shortly.':
    'In der Datenquelle laufen schon {most} Abfragen, mehr sind dort zugleich nicht erlaubt. Versuchen Sie es gleich noch einmal.',
  'The data source could not run the statement. Correct it; "reason" says what is wrong.':
    'Die Datenquelle konnte die Anweisung nicht ausführen. Korrigieren Sie sie; „reason“ sagt, was falsch ist.',
  'The organization already runs {most} queries, the most for one organization. Try again shortly.':
    'In der Organisation laufen schon {most} Abfragen, mehr sind dort zugleich nicht erlaubt. Versuchen Sie es gleich noch einmal.',
  'The query took too long and was stopped. Let it read fewer rows.':
    'Die Abfrage dauerte zu lange und wurde beendet. Lassen Sie sie weniger Zeilen lesen.',
  'The query was cancelled. Run it again if you still need its result.':
    'Die Abfrage wurde abgebrochen. Starten Sie sie noch einmal, wenn Sie das Ergebnis noch brauchen.',
  'The statement is not allowed. "violations" says why.': 'Die Anweisung ist nicht erlaubt. „violations“ sagt, warum.',
  'The statement needs more memory than a query may have. Let it read fewer rows, shorter texts or smaller groups.':
    'Die Anweisung braucht mehr Speicher, als eine Abfrage haben darf. Lassen Sie sie weniger Zeilen, kürzere Texte oder kleinere Gruppen lesen.',
  'Too many queries are already waiting. Try again shortly.': 'Es warten schon zu viele Abfragen. Versuchen Sie es gleich noch einmal.',
  'You already run {most} queries, the most for one person. Wait for one of them, or cancel it.':
    'Von Ihnen laufen schon {most} Abfragen, mehr sind für eine Person zugleich nicht erlaubt. Warten Sie auf eine davon, oder brechen Sie sie ab.',
  'The account may do more than SELECT at this source. Give the data source an account that may only read.':
    'Das Konto darf an dieser Quelle mehr als SELECT. Geben Sie der Datenquelle ein Konto, das nur lesen darf.',
  'A column name is ambiguous. Write its relation in front of it.': 'Ein Spaltenname ist mehrdeutig. Schreiben Sie die Tabelle davor.',
  'A column of the result has no name. Name each expression with a subquery with AS.':
    'Eine Spalte des Ergebnisses hat keinen Namen. Benennen Sie jeden Ausdruck mit einer Unterabfrage mit AS.',
  'A function or operator does not accept values of these types. Masked columns may have another type.':
    'Eine Funktion oder ein Operator nimmt Werte dieser Typen nicht an. Maskierte Spalten können einen anderen Typ haben.',
  'A relation that policies restrict may be sampled by BERNOULLI.':
    'Eine Tabelle, die Datenregeln einschränken, lässt sich nur mit BERNOULLI als Stichprobe lesen.',
  'A subquery that must return one row returns several.': 'Eine Unterabfrage, die eine Zeile liefern muss, liefert mehrere.',
  'A value cannot be converted to the type that the statement asks for.':
    'Ein Wert lässt sich nicht in den Typ umwandeln, den die Anweisung verlangt.',
  'A value is out of range.': 'Ein Wert liegt außerhalb des Wertebereichs.',
  'GROUP BY must list every column that is selected outside an aggregate.':
    'GROUP BY muss jede Spalte nennen, die außerhalb eines Aggregats ausgewählt wird.',
  'It cannot run. Headgate does not say why, because policies restrict what you see of this data source.':
    'Sie lässt sich nicht ausführen. Headgate sagt nicht, warum, weil Datenregeln einschränken, was Sie von dieser Datenquelle sehen.',
  'It divides by zero.': 'Sie teilt durch null.',
  'It names a column or relation that does not exist or that you may not see. Look it up in the schema, or ask an administrator.':
    'Sie nennt eine Spalte oder Tabelle, die es nicht gibt oder die Sie nicht sehen dürfen. Sehen Sie im Schema nach, oder fragen Sie die Administration.',
  'Part of the result is too large to read. Select less.': 'Ein Teil des Ergebnisses ist zu groß zum Lesen. Wählen Sie weniger aus.',
  'Policies compare rows of these relations with {count} values, and PostgreSQL takes {most} in a statement. Ask an administrator to write them as lists (in), of 100 values or more.':
    'Datenregeln vergleichen Zeilen dieser Tabellen mit {count} Werten, und PostgreSQL nimmt {most} in einer Anweisung. Bitten Sie die Administration, sie als Listen (in) mit mindestens 100 Werten zu schreiben.',
  'Policies compare rows of these relations with {values} values of {characters} characters, but a statement for {engine} has room for {most_values} values of {most_characters} characters. Name a relation less often, or ask an administrator for shorter lists.':
    'Datenregeln vergleichen Zeilen dieser Tabellen mit {values} Werten von {characters} Zeichen, aber eine Anweisung für {engine} hat Platz für {most_values} Werte von {most_characters} Zeichen. Nennen Sie eine Tabelle seltener, oder bitten Sie die Administration um kürzere Listen.',
  'Policies restrict this relation, but the words in its index cannot be restricted.':
    'Datenregeln schränken diese Tabelle ein, aber die Wörter in ihrem Index lassen sich nicht einschränken.',
  'Policies restrict this relation: give it an alias, and name its columns by that.':
    'Datenregeln schränken diese Tabelle ein: Geben Sie ihr einen Alias, und nennen Sie ihre Spalten damit.',
  'Policies restrict what you see here, and they cannot be applied to this statement. Name each table after FROM or JOIN.':
    'Datenregeln schränken ein, was Sie hier sehen, und lassen sich auf diese Anweisung nicht anwenden. Nennen Sie jede Tabelle hinter FROM oder JOIN.',
  'Policies restrict what you see here, and they cannot be applied to this statement. Write it more simply.':
    'Datenregeln schränken ein, was Sie hier sehen, und lassen sich auf diese Anweisung nicht anwenden. Schreiben Sie sie einfacher.',
  'Policies restrict what you see here: give each expression with a subquery a name, with AS.':
    'Datenregeln schränken ein, was Sie hier sehen: Geben Sie jedem Ausdruck mit einer Unterabfrage mit AS einen Namen.',
  'Policies restrict what you see here: write SELECT in the place of VALUES.':
    'Datenregeln schränken ein, was Sie hier sehen: Schreiben Sie SELECT statt VALUES.',
  'Policies restrict {name}: give each relation of this name an alias.':
    'Datenregeln schränken {name} ein: Geben Sie jeder Tabelle dieses Namens einen Alias.',
  'Some relations of FROM are not connected, and that would cost too much. Join them on a condition.':
    'Einige Tabellen hinter FROM sind nicht verbunden, und das würde zu viel kosten. Verbinden Sie sie mit einer Bedingung.',
  'It is a view of something that is gone, or it needs a function of its application. Repair it, then discover the schema again.':
    'Sie ist eine Sicht auf etwas, das es nicht mehr gibt, oder braucht eine Funktion ihrer Anwendung. Reparieren Sie sie, und erfassen Sie dann das Schema neu.',
  'The module or tokenizer of this virtual table is missing here, as FTS3 and FTS4 are. Read other tables.':
    'Das Modul oder der Tokenizer dieser virtuellen Tabelle fehlt hier, wie FTS3 und FTS4. Lesen Sie andere Tabellen.',
  'It is a view of something that is gone, or the database user may not read it. Repair it or grant SELECT, then discover the schema again.':
    'Sie ist eine Sicht auf etwas, das es nicht mehr gibt, oder das Datenbankkonto darf sie nicht lesen. Reparieren Sie sie, oder geben Sie dem Konto SELECT, und erfassen Sie dann das Schema neu.',
  'The database user may not read it. Grant SELECT, then discover the schema again.':
    'Das Datenbankkonto darf sie nicht lesen. Geben Sie ihm SELECT, und erfassen Sie dann das Schema neu.',
  'The database user may not read {relation}, or it is a view of something that is gone. Grant the user SELECT or repair the view, then discover the schema again.':
    'Das Datenbankkonto darf {relation} nicht lesen, oder es ist eine Sicht auf etwas, das es nicht mehr gibt. Geben Sie dem Konto SELECT, oder reparieren Sie die Sicht, und erfassen Sie dann das Schema neu.',
  'The discovered schema has no relation {relation}. Check the name, or discover the schema again.':
    'Das erfasste Schema hat keine Tabelle {relation}. Prüfen Sie den Namen, oder erfassen Sie das Schema neu.',
  'The discovered schema has no relation {relation}. The nearest is {near}. Check the name, or discover the schema again.':
    'Das erfasste Schema hat keine Tabelle {relation}. Am nächsten kommt {near}. Prüfen Sie den Namen, oder erfassen Sie das Schema neu.',
  'The statement is too complex to tell whether it computes with a column that is masked for you. Use fewer aliases and nested expressions.':
    'Die Anweisung ist zu verschachtelt, um zu sehen, ob sie mit einer Spalte rechnet, die für Sie maskiert ist. Nehmen Sie weniger Aliase und Verschachtelungen.',
  'Write the size of the sample as a number.': 'Schreiben Sie die Größe der Stichprobe als Zahl.',
  '{column} could reveal hidden rows, so restricted relations do not have it. Use another column.':
    '{column} könnte verborgene Zeilen verraten, deshalb haben eingeschränkte Tabellen sie nicht. Nehmen Sie eine andere Spalte.',
  '{column} is masked for you by a text, which you can only compare with another text by =. Count it, group by it, join on it, or leave it out.':
    '{column} ist für Sie durch einen Text maskiert, den Sie nur durch = mit einem anderen Text vergleichen können. Zählen oder gruppieren Sie danach, verbinden Sie Tabellen darüber, oder lassen Sie die Spalte weg.',
  '{name} may mean {choices} and others: write it with its schema.':
    '{name} kann {choices} und andere meinen: Schreiben Sie das Schema davor.',
  '{name} may mean {choices}: write it with its schema.': '{name} kann {choices} meinen: Schreiben Sie das Schema davor.',
  '{relation} cannot be read: it is a view of something that is gone or needs a function of its application, or its module is missing here, as FTS3 and FTS4 are. Read other tables, or repair it and discover the schema again.':
    '{relation} lässt sich nicht lesen: Es ist eine Sicht auf etwas, das es nicht mehr gibt, oder braucht eine Funktion ihrer Anwendung, oder ihr Modul fehlt hier, wie FTS3 und FTS4. Lesen Sie andere Tabellen, oder reparieren Sie sie, und erfassen Sie das Schema neu.',
  '{relation} reads relations that policies restrict for you, or Headgate cannot tell which it reads. Ask an administrator to discover the schema again, or to give it a policy of its own.':
    '{relation} liest Tabellen, die Datenregeln für Sie einschränken, oder Headgate sieht nicht, welche sie liest. Bitten Sie die Administration, das Schema neu zu erfassen oder ihr eine eigene Regel zu geben.',
  'Data policies hide from you what this statement names, so it is not shown.':
    'Datenregeln verbergen vor Ihnen, was diese Anweisung nennt, deshalb wird sie nicht gezeigt.',
  'This statement is not shown, because it may contain values that data policies hide from you.':
    'Diese Anweisung wird nicht gezeigt, weil sie Werte enthalten kann, die Datenregeln vor Ihnen verbergen.',
} as const;

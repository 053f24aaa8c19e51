/** Why the guard does not let a statement run. What a grammar says of it has no other language. */
export const GUARD = {
  '{first} {next}': '{first} {next}',
  'PostgreSQL does not understand it: {reason}.': 'PostgreSQL kann die Anweisung nicht lesen: {reason}.',
  'SQLite cannot read the statement: {reason}.': 'SQLite kann die Anweisung nicht lesen: {reason}.',
  'SQLite cannot read the statement: no such column: {name}.': 'SQLite kann die Anweisung nicht lesen: Es gibt keine Spalte {name}.',
  'DuckDB cannot read the statement: {reason}.': 'DuckDB kann die Anweisung nicht lesen: {reason}.',
  'The data source does not take it: {reason}. Correct it, or discover the schema again.':
    'Die Datenquelle nimmt die Anweisung nicht an: {reason}. Korrigieren Sie sie, oder erfassen Sie das Schema neu.',
  'The nearest is {name}.': 'Am ähnlichsten ist {name}.',
  'Double quotes hold a name: write a text in single quotes.':
    'Doppelte Anführungszeichen stehen um Namen: Schreiben Sie Text in einfache.',
  '{word} was expected here.': 'Hier wurde {word} erwartet.',
  '{word} is not allowed here.': '{word} ist hier nicht erlaubt.',
  '{name} is not allowed.': '{name} ist nicht erlaubt.',
  '{name} is not understood.': '{name} wird nicht verstanden.',
  '{name} needs a full-text table.': '{name} braucht eine Volltext-Tabelle.',
  'The guard does not know a part of {name}. Write it in another way.':
    'Die Prüfung kennt einen Teil von {name} nicht. Schreiben Sie es anders.',
  'The guard does not know a part of the statement. Write it in another way.':
    'Die Prüfung kennt einen Teil der Anweisung nicht. Schreiben Sie ihn anders.',
  'The guard does not know a part of WITH. Write it in another way.':
    'Die Prüfung kennt einen Teil von „WITH“ nicht. Schreiben Sie ihn anders.',
  'The function {written} is not allowed. {next}': 'Die Funktion {written} ist nicht erlaubt. {next}',
  'Use one that computes a value.': 'Nehmen Sie eine, die einen Wert berechnet.',
  'The nearest that is allowed is {near}.': 'Die ähnlichste erlaubte ist {near}.',
  'The type {name} is not allowed.': 'Der Typ {name} ist nicht erlaubt.',
  '{name} is a system column of {engine}. Use a column of the relation, or give your result another name.':
    '{name} ist eine Systemspalte von {engine}. Nehmen Sie eine Spalte der Tabelle, oder nennen Sie Ihr Ergebnis anders.',
  '{name} belongs to the catalog of the engine, which queries cannot read. Read tables of the schema.':
    '{name} gehört zum Katalog der Datenbank, den Abfragen nicht lesen können. Lesen Sie Tabellen des Schemas.',
  '{name} belongs to the server itself, which queries cannot read. Read tables of the schema.':
    '{name} gehört zum Server selbst, den Abfragen nicht lesen können. Lesen Sie Tabellen des Schemas.',
  'Remove the space after {name}: with it, the server looks for a stored function.':
    'Entfernen Sie das Leerzeichen nach {name}: Mit ihm sucht der Server eine gespeicherte Funktion.',
  'The statement is longer than {length} characters. Shorten it.': 'Die Anweisung hat mehr als {length} Zeichen. Kürzen Sie sie.',
  'This character ({code}) looks like a space. Replace it with a plain space.':
    'Dieses Zeichen ({code}) sieht aus wie ein Leerzeichen. Schreiben Sie ein einfaches Leerzeichen.',
  'An invisible character ({code}) stands here. Remove it.': 'Hier steht ein unsichtbares Zeichen ({code}). Entfernen Sie es.',
  "{character} is a typographic quote. Write ' around a text, and {name} around a name.":
    "{character} ist ein typografisches Anführungszeichen. Schreiben Sie ' um einen Text und {name} um einen Namen.",
  'Remove the Markdown fence (``` or ~~~) around the statement.': 'Entfernen Sie die Markdown-Zeichen (``` oder ~~~) um die Anweisung.',
  'The statement contains a control character. Remove it.': 'Die Anweisung enthält ein Steuerzeichen. Entfernen Sie es.',
  'The statement contains an incomplete character. Remove it.': 'Die Anweisung enthält ein unvollständiges Zeichen. Entfernen Sie es.',
  'The statement cannot be read. Write it more simply.': 'Die Anweisung lässt sich nicht lesen. Schreiben Sie sie einfacher.',
  'The statement is too complex. Write a simpler one.': 'Die Anweisung ist zu umfangreich. Schreiben Sie eine einfachere.',
  'The statement is nested too deeply. Simplify it.': 'Die Anweisung ist zu tief verschachtelt. Vereinfachen Sie sie.',
  'The statement takes too long to read. Write a shorter one.': 'Das Lesen der Anweisung dauert zu lange. Schreiben Sie eine kürzere.',
  'There is no statement.': 'Hier steht keine Anweisung.',
  'Only one statement is allowed.': 'Es ist nur eine Anweisung erlaubt.',
  'Only one statement at a time is allowed. Send each by itself.': 'Es ist immer nur eine Anweisung erlaubt. Senden Sie jede für sich.',
  'There is a second semicolon. Remove it.': 'Hier steht ein zweites Semikolon. Entfernen Sie es.',
  'The statement should end here.': 'Hier sollte die Anweisung enden.',
  'Only queries (SELECT) are allowed.': 'Nur Abfragen (SELECT) sind erlaubt.',
  'Only queries are allowed: begin with SELECT or WITH.': 'Nur Abfragen sind erlaubt: Beginnen Sie mit „SELECT“ oder „WITH“.',
  'Only queries are allowed: begin with SELECT, WITH or VALUES.':
    'Nur Abfragen sind erlaubt: Beginnen Sie mit „SELECT“, „WITH“ oder „VALUES“.',
  'Only queries are allowed: begin with SELECT, FROM or WITH.': 'Nur Abfragen sind erlaubt: Beginnen Sie mit „SELECT“, „FROM“ oder „WITH“.',
  'Only queries are allowed: a statement writes nothing and changes no setting.':
    'Nur Abfragen sind erlaubt: Eine Anweisung schreibt nichts und ändert keine Einstellung.',
  'There are too many comments.': 'Es sind zu viele Kommentare.',
  'INSERT writes. Only queries that read may run.': 'INSERT schreibt. Nur lesende Abfragen dürfen laufen.',
  'UPDATE writes. Only queries that read may run.': 'UPDATE schreibt. Nur lesende Abfragen dürfen laufen.',
  'DELETE writes. Only queries that read may run.': 'DELETE schreibt. Nur lesende Abfragen dürfen laufen.',
  'MERGE writes. Only queries that read may run.': 'MERGE schreibt. Nur lesende Abfragen dürfen laufen.',
  'SELECT INTO makes a table. Leave INTO out.': 'SELECT INTO legt eine Tabelle an. Lassen Sie INTO weg.',
  'FOR UPDATE and FOR SHARE lock rows. Leave them out.': 'FOR UPDATE und FOR SHARE sperren Zeilen. Lassen Sie sie weg.',
  'Name a relation by its schema and its name.': 'Nennen Sie eine Tabelle mit Schema und Namen.',
  'Name a relation by its database and its name.': 'Nennen Sie eine Tabelle mit Datenbank und Namen.',
  'Parameters are not allowed: write the value into the statement.':
    'Parameter sind nicht erlaubt: Schreiben Sie den Wert in die Anweisung.',
  'A parameter is not allowed. Write the value.': 'Ein Parameter ist nicht erlaubt. Schreiben Sie den Wert.',
  'Variables and parameters are not allowed.': 'Variablen und Parameter sind nicht erlaubt.',
  'DEFAULT is not allowed: write the value.': 'DEFAULT ist nicht erlaubt: Schreiben Sie den Wert.',
  'A table may be sampled by BERNOULLI or SYSTEM.': 'Stichproben einer Tabelle gibt es mit BERNOULLI oder SYSTEM.',
  'Nothing ends the recursion: give its second part a condition, such as WHERE n < 100.':
    'Nichts beendet die Rekursion: Geben Sie ihrem zweiten Teil eine Bedingung, etwa WHERE n < 100.',
  'A name was expected here.': 'Hier wurde ein Name erwartet.',
  'SELECT was expected here.': 'Hier wurde SELECT erwartet.',
  'The name of a relation was expected here.': 'Hier wurde der Name einer Tabelle erwartet.',
  'A query in parentheses was expected here.': 'Hier wurde eine Abfrage in Klammern erwartet.',
  'Write a name directly after its dot.': 'Schreiben Sie einen Namen direkt nach dem Punkt.',
  'Write a query within another in parentheses.': 'Schreiben Sie eine Abfrage in einer anderen in Klammern.',
  'Write a name in backticks, or without quotes.': 'Schreiben Sie einen Namen in Backticks oder ohne Anführungszeichen.',
  'This quote is not closed.': 'Dieses Anführungszeichen wird nicht geschlossen.',
  'This comment does not end.': 'Dieser Kommentar endet nicht.',
  'This number is not understood.': 'Diese Zahl wird nicht verstanden.',
  'This character is not understood.': 'Dieses Zeichen wird nicht verstanden.',
  'A cast to this type is not allowed.': 'Eine Umwandlung in diesen Typ ist nicht erlaubt.',
  'A table is named by its name, not by a string or a file.': 'Eine Tabelle nennt man bei ihrem Namen, nicht als Text oder Datei.',
  'Only the database of the data source can be read.': 'Nur die Datenbank der Datenquelle lässt sich lesen.',
  'The tables of the engine itself cannot be read. Read those of the schema.':
    'Die eigenen Tabellen der Datenbank lassen sich nicht lesen. Lesen Sie die des Schemas.',
  'PIVOT has to say which values become columns. List the values with IN.':
    'PIVOT muss sagen, welche Werte Spalten werden. Zählen Sie die Werte mit IN auf.',
} as const;

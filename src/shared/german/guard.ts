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
  "A number in it is larger than a DOUBLE can be. Write 'Infinity'::DOUBLE, or a smaller number.":
    "Eine Zahl darin ist größer, als ein DOUBLE sein kann. Schreiben Sie 'Infinity'::DOUBLE oder eine kleinere Zahl.",
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
  'There is a white space character that is not plain. Remove it.': 'Hier steht ein besonderes Leerzeichen. Entfernen Sie es.',
  'There is a byte order mark. Remove it.': 'Hier steht eine Byte-Reihenfolge-Marke (BOM). Entfernen Sie sie.',
  'SHOW of the catalog is not allowed. Describe a table by its name.':
    'SHOW ist für den Katalog nicht erlaubt. Verwenden Sie DESCRIBE mit dem Namen einer Tabelle.',
  'AT is not allowed: this database keeps no versions.': 'AT ist nicht erlaubt: Diese Datenbank hebt keine Versionen auf.',
  'The function {name} is not allowed in FROM. Use {others} or {last}.':
    'Die Funktion {name} ist in FROM nicht erlaubt. Verwenden Sie {others} oder {last}.',
  'The length must be a literal number up to 10,000.': 'Die Länge muss als Zahl dastehen, höchstens 10.000.',
  'The format must be a string with widths below 1,000.': 'Das Format muss ein Text mit Breiten unter 1.000 sein.',
  'An arrow needs a column before it and a path in quotes after it.':
    'Ein Pfeil braucht davor eine Spalte und danach einen Pfad in Anführungszeichen.',
  'JSON_TABLE is the only function that is allowed in FROM.': 'In FROM ist nur die Funktion JSON_TABLE erlaubt.',
  'Write a name that begins with a digit in backticks.': 'Schreiben Sie einen Namen, der mit einer Ziffer beginnt, in Backticks.',
  'A comment must end with a line feed.': 'Ein Kommentar muss mit einem Zeilenumbruch enden.',
  'Comments that are executed or are hints are not allowed.': 'Ausführbare Kommentare und Optimizer-Hinweise sind nicht erlaubt.',
  'Comments inside comments are not allowed.': 'Kommentare in Kommentaren sind nicht erlaubt.',
  'A name is empty.': 'Ein Name ist leer.',
  'Control characters are not allowed.': 'Steuerzeichen sind nicht erlaubt.',
  'Strings of another encoding or with a prefix are not allowed.':
    'Texte in einer anderen Kodierung oder mit einem Präfix sind nicht erlaubt.',
  'Strings of another encoding are not allowed.': 'Texte in einer anderen Kodierung sind nicht erlaubt.',
  'Names with a dollar sign have to be quoted.': 'Namen mit Dollarzeichen brauchen Anführungszeichen.',
  'FROM is not allowed here.': 'FROM ist hier nicht erlaubt.',
  'PARTITION is not allowed here.': 'PARTITION ist hier nicht erlaubt.',
  'Call a function by its plain name, without quotes and without a database.':
    'Rufen Sie eine Funktion mit ihrem bloßen Namen auf, ohne Anführungszeichen und ohne Datenbank.',
  'Another common table expression already has this name.': 'Ein anderer Ausdruck in „WITH“ hat diesen Namen schon.',
  'INDEX was expected here.': 'Hier wurde INDEX erwartet.',
  'JOIN, ORDER BY or GROUP BY was expected here.': 'Hier wurde JOIN, ORDER BY oder GROUP BY erwartet.',
  'A sequence may have up to 100,000 values. Write a shorter one, or a longer step.':
    'Eine Folge darf höchstens 100.000 Werte haben. Schreiben Sie eine kürzere oder eine mit größeren Schritten.',
  'One FROM may name at most {most} relations. Put some of them into a subquery.':
    'Ein FROM darf höchstens {most} Tabellen nennen. Setzen Sie einige davon in eine Unterabfrage.',
  'Write the operator {symbol} by its symbol alone, or with its schema.':
    'Schreiben Sie den Operator {symbol} nur mit seinem Zeichen oder mit seinem Schema.',
  'Write {name} with its schema.': 'Schreiben Sie {name} mit seinem Schema.',
  'This is not allowed in FROM. Functions there may only make rows of numbers, arrays, texts or JSON, such as generate_series, unnest, string_to_table or jsonb_to_recordset.':
    'Das ist in FROM nicht erlaubt. Funktionen dürfen dort nur Zeilen aus Zahlen, Arrays, Texten oder JSON bilden, etwa generate_series, unnest, string_to_table oder jsonb_to_recordset.',
  '{name} is not allowed in FROM. Functions there may only make rows of numbers, arrays, texts or JSON, such as generate_series, unnest, string_to_table or jsonb_to_recordset.':
    '{name} ist in FROM nicht erlaubt. Funktionen dürfen dort nur Zeilen aus Zahlen, Arrays, Texten oder JSON bilden, etwa generate_series, unnest, string_to_table oder jsonb_to_recordset.',
  '{column} may call a function; give the columns of {relation} other names.':
    '{column} ruft vielleicht eine Funktion auf; geben Sie den Spalten von {relation} andere Namen.',
  'The function {name} is allowed with a length that is written down, {most} at most.':
    'Die Funktion {name} ist mit einer Länge erlaubt, die als Zahl dasteht, höchstens {most}.',
  'The function {name} is allowed with ARRAY[…] of written lengths, {most} elements at most.':
    'Die Funktion {name} ist mit ARRAY[…] aus Längen erlaubt, die als Zahlen dastehen, höchstens {most} Elemente.',
  'The function format is allowed with a format that is written down and has no widths.':
    'Die Funktion format ist mit einem Format erlaubt, das als Text dasteht und keine Breiten hat.',
  '{name} takes numbers up to {most}. Use a smaller one.': '{name} nimmt Zahlen bis {most}. Verwenden Sie eine kleinere.',
  'The function xmlagg takes only a column, XMLELEMENT or XMLFOREST.':
    'Die Funktion xmlagg nimmt nur eine Spalte, XMLELEMENT oder XMLFOREST.',
  'A type is allowed with a length up to {most}.': 'Ein Typ ist bis zur Länge {most} erlaubt.',
  '{name} may call a function; name the column by its table.':
    '{name} ruft vielleicht eine Funktion auf; nennen Sie die Spalte mit ihrer Tabelle.',
  '{name} is not an operator of PostgreSQL itself. Use a built-in one.':
    '{name} ist kein eingebauter Operator von PostgreSQL. Verwenden Sie einen eingebauten.',
  'Policies restrict rows here: write the pattern as one text literal, which does not end in its escape character and does not refer to its own groups.':
    'Datenregeln schränken hier Zeilen ein: Schreiben Sie das Muster als ein Textliteral, das nicht mit seinem Escape-Zeichen endet und sich nicht auf seine eigenen Gruppen bezieht.',
  'Only XMLELEMENT, XMLFOREST and XMLAGG are allowed of the XML functions.':
    'Von den XML-Funktionen sind nur XMLELEMENT, XMLFOREST und XMLAGG erlaubt.',
  'XMLSERIALIZE is not allowed. Select the XML itself.': 'XMLSERIALIZE ist nicht erlaubt. Wählen Sie das XML selbst aus.',
  'XMLTABLE is not allowed.': 'XMLTABLE ist nicht erlaubt.',
  'WHERE CURRENT OF needs a cursor, which is not allowed.': 'WHERE CURRENT OF braucht einen Cursor, der nicht erlaubt ist.',
  'Of the CURRENT_… values only dates and times are allowed.': 'Von den CURRENT_…-Werten sind nur Datum und Uhrzeit erlaubt.',
  'Queries may be nested {most} deep. Put some of them side by side into WITH.':
    'Abfragen dürfen {most}-fach verschachtelt sein. Stellen Sie einige davon in „WITH“ nebeneinander.',
  'The statement is too large, or nested deeper than {most} brackets. Simplify it.':
    'Die Anweisung ist zu lang oder hat mehr als {most} Klammern ineinander. Vereinfachen Sie sie.',
  'UNION, INTERSECT and EXCEPT may combine 100 queries. Combine fewer, or write VALUES.':
    'UNION, INTERSECT und EXCEPT dürfen 100 Abfragen verbinden. Verbinden Sie weniger, oder schreiben Sie VALUES.',
  'An expression may be 500 operators deep. Write IN instead of many ORs, or use fewer operators.':
    'Ein Ausdruck darf 500 Operatoren tief sein. Schreiben Sie IN statt vieler OR, oder nehmen Sie weniger Operatoren.',
  'PIVOT does not list the values that become columns. {why} List the values with IN.':
    'PIVOT zählt die Werte nicht auf, die Spalten werden. {why} Zählen Sie die Werte mit IN auf.',
  'Headgate looks up the values of at most {most} columns.': 'Headgate schlägt die Werte von höchstens {most} Spalten nach.',
  'The values cannot be looked up.': 'Die Werte lassen sich nicht nachschlagen.',
  'Its values would become more than {most} columns.': 'Seine Werte würden mehr als {most} Spalten.',
  'No row that you may see has a value in that column.': 'Keine Zeile, die Sie sehen dürfen, hat in dieser Spalte einen Wert.',
  'One of the values cannot be written into the statement.': 'Einer der Werte lässt sich nicht in die Anweisung schreiben.',
} as const;

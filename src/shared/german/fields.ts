/**
 * Sentences about a field that its class declares, as the validator writes them: the name of the field stands first. The answer says
 * beside the sentence which field it is about, so German need not repeat it.
 */
export const FIELDS = {
  'Action must be the name of one, such as session.logged_in.': 'Muss der Name einer Aktion sein, wie session.logged_in.',
  'Each action must be the name of one, such as role.updated, or a beginning such as role.*.':
    'Jede Aktion muss der Name einer Aktion sein, wie role.updated, oder ein Anfang, wie role.*.',
  'Action must be the name of one, such as session.refreshed.': 'Muss der Name einer Aktion sein, wie session.refreshed.',
  'Domain must be a domain name such as delta.example.': 'Muss eine Domain sein, wie delta.example.',
  'Each of {property} must be one word.': 'Jeder Eintrag muss ein Wort sein.',
  'Each of {property} must have 1 to 100 characters, without control characters.':
    'Jeder Eintrag muss 1 bis 100 Zeichen haben, ohne Steuerzeichen.',
  'Each of {property} must have 1 to 100 characters, without control characters or spaces around it.':
    'Jeder Eintrag muss 1 bis 100 Zeichen haben, ohne Steuerzeichen und ohne Leerzeichen am Rand.',
  'Each of {property} must have 1 to 50 characters, without control characters or spaces around it.':
    'Jeder Eintrag muss 1 bis 50 Zeichen haben, ohne Steuerzeichen und ohne Leerzeichen am Rand.',
  'Each value in {property} must be 1 to 50 lower-case letters (a to z), digits, spaces or . _ : / - and begin and end with a letter or digit.':
    'Jeder Wert muss 1 bis 50 Kleinbuchstaben (a bis z), Ziffern, Leerzeichen oder . _ : / - haben und mit einem Buchstaben oder einer Ziffer beginnen und enden.',
  'Give a reason in one line without control characters.': 'Geben Sie einen Grund in einer Zeile ohne Steuerzeichen an.',
  'Network must be one of the list, such as 203.0.113.7 or 2001:db8:0:1::/64.':
    'Muss eines aus der Liste sein, wie 203.0.113.7 oder 2001:db8:0:1::/64.',
  'Property {property} should not exist.': 'Dieses Feld gibt es nicht.',
  'Schema_name must not hold a NUL character.': 'Darf kein NUL-Zeichen enthalten.',
  'There is no such permission. Use one from GET /api/v1/permissions, or `*` for all.':
    'Diese Berechtigung gibt es nicht. Nehmen Sie eines aus GET /api/v1/permissions, oder `*` für alle.',
  '{property} must be a UUID.': 'Muss eine UUID sein.',
  '{property} must be a boolean value.': 'Muss `true` oder `false` sein.',
  '{property} must be a time zone such as Europe/Berlin or UTC.': 'Muss eine Zeitzone sein, etwa Europe/Berlin oder UTC.',
  '{property} must be a day or a time with offset in ISO 8601, such as 2026-11-20T09:15:00Z.':
    'Muss ein Tag oder eine Zeit mit Abstand zu UTC nach ISO 8601 sein, wie 2026-11-20T09:15:00Z.',
  '{property} must be a string.': 'Muss ein Text sein.',
  '{property} must be a whole number from 1 to {constraint1}.': 'Muss eine ganze Zahl von 1 bis {constraint1} sein.',
  '{property} must be a whole number from {constraint1} to {constraint2}.':
    'Muss eine ganze Zahl von {constraint1} bis {constraint2} sein.',
  '{property} must be an array.': 'Muss eine Liste sein.',
  '{property} must be an integer number.': 'Muss eine ganze Zahl sein.',
  '{property} must be an object.': 'Muss ein JSON-Objekt sein.',
  '{property} must be equal to {constraint1}.': 'Muss {constraint1} sein.',
  '{property} must be one of the following values: {constraint1}.': 'Muss eines von diesen sein: {constraint1}.',
  '{property} must be longer than or equal to {constraint1} and shorter than or equal to {constraint2} characters.':
    'Muss {constraint1} bis {constraint2} Zeichen haben.',
  '{property} must be shorter than or equal to {constraint1} characters.': 'Darf höchstens {constraint1} Zeichen haben.',
  '{property} must be shorter than or equal to {constraint2} characters.': 'Darf höchstens {constraint2} Zeichen haben.',
  '{property} must contain at least {constraint1} elements.': 'Mindestens {constraint1:ein Eintrag|# Einträge} nötig.',
  '{property} must contain no more than {constraint1} elements.': 'Höchstens {constraint1:ein Eintrag|# Einträge} erlaubt.',
  '{property} must have {constraint2} bytes at most.': 'Darf höchstens {constraint2} Bytes haben.',
  '{property} must not be greater than {constraint1}.': 'Darf höchstens {constraint1} sein.',
  '{property} must not be less than {constraint1}.': 'Muss mindestens {constraint1} sein.',
  '{property} should not be empty.': 'Mindestens ein Eintrag nötig.',
  "All {property}'s elements must be unique.": 'Darf nichts zweimal enthalten.',
  'Each value in nested property {property} must be either object or array.': 'Jeder Wert muss ein JSON-Objekt sein.',
  'Each value in {property} must be a string.': 'Jeder Wert muss ein Text sein.',
  'Each value in {property} must be an integer number.': 'Jeder Wert muss eine ganze Zahl sein.',
  'Each value in {property} must be an object.': 'Jeder Wert muss ein JSON-Objekt sein.',
  'Each value in {property} must be longer than or equal to {constraint1} and shorter than or equal to {constraint2} characters.':
    'Jeder Wert muss {constraint1} bis {constraint2} Zeichen haben.',
  'Each value in {property} must be longer than or equal to {constraint1} characters.':
    'Jeder Wert muss mindestens {constraint1} Zeichen haben.',
  'Each value in {property} must be one of the following values: {constraint1}.': 'Jeder Wert muss eines von diesen sein: {constraint1}.',
  'Each value in {property} must be shorter than or equal to {constraint1} characters.':
    'Jeder Wert darf höchstens {constraint1} Zeichen haben.',
  'Each value in {property} must be shorter than or equal to {constraint2} characters.':
    'Jeder Wert darf höchstens {constraint2} Zeichen haben.',
  'Each value in {property} must not be greater than {constraint1}.': 'Jeder Wert darf höchstens {constraint1} sein.',
  'Each value in {property} must not be less than {constraint1}.': 'Jeder Wert muss mindestens {constraint1} sein.',
  'Nested property {property} must be either object or array.': 'Muss ein JSON-Objekt sein.',
  '{property} and {constraint1} exclude each other.': 'Lässt sich nicht zusammen mit {constraint1} senden.',
  '{property} must be 1 to 50 lower-case letters (a to z), digits or . _ - and begin with a letter or digit.':
    'Muss 1 bis 50 Kleinbuchstaben (a bis z), Ziffern oder . _ - haben und mit einem Buchstaben oder einer Ziffer beginnen.',
  '{property} must be a name such as _headgate.delta.example.': 'Muss ein Name sein, wie _headgate.delta.example.',
  '{property} must be a text of 1 to {constraint1} characters, without NUL.':
    'Muss ein Text von 1 bis {constraint1} Zeichen sein, ohne NUL und ohne beschädigten Unicode-Text.',
  '{property} must be a valid ISO 8601 date string.': 'Muss ein Tag oder eine Zeit nach ISO 8601 sein, wie 2026-11-20T09:15:00Z.',
  '{property} must be longer than or equal to {constraint1} characters.': 'Muss mindestens {constraint1} Zeichen haben.',
  '{property} must be the number of a version, or draft.': 'Muss die Nummer einer Version sein, oder draft.',
  '{property} must be true, false or {mode, ca}: mode is one of disable, require, verify-ca, verify-full, ca a certificate in PEM.':
    'Muss true, false oder {mode, ca} sein: mode ist disable, require, verify-ca oder verify-full, ca ein Zertifikat in PEM.',
  '{property} must be up to 20 names (a letter, then letters, digits or _, 50 at most), each with a list of up to 50 texts of 1 to 100 characters without control characters.':
    'Darf bis zu 20 Namen enthalten (ein Buchstabe, dann Buchstaben, Ziffern oder _, höchstens 50), jeden mit einer Liste von bis zu 50 Texten von 1 bis 100 Zeichen ohne Steuerzeichen.',
  '{property} must have {constraint1} characters at most, without NUL or broken Unicode text.':
    'Darf höchstens {constraint1} Zeichen haben, ohne NUL und ohne beschädigten Unicode-Text.',
  '{property} has a letter with more marks above or below it than any language writes. Take some of them away.':
    'Enthält einen Buchstaben mit mehr Zeichen darüber oder darunter, als irgendeine Sprache schreibt. Nehmen Sie einige davon weg.',
  '{property} must match {constraint1} regular expression.': 'Muss zum Muster {constraint1} passen.',
  '{property} must not be blank, or hold NUL or broken Unicode text.':
    'Darf nicht leer sein und weder NUL noch beschädigten Unicode-Text enthalten.',
  '{property} must not begin or end with white space, or hold control characters.':
    'Darf nicht mit Leerraum beginnen oder enden und keine Steuerzeichen enthalten.',
  '{property} must not contain NUL or broken Unicode text.': 'Darf weder NUL noch beschädigten Unicode-Text enthalten.',
  '{property} must not hold control characters.': 'Darf keine Steuerzeichen enthalten.',
  '{property} must show something, and must not hold control characters or others that show nothing.':
    'Muss etwas Sichtbares enthalten und darf weder Steuerzeichen noch andere unsichtbare Zeichen enthalten.',

  'A rule has the `kind` relation, column, tag or rows.': 'Eine Regel hat als `kind` relation, column, tag oder rows.',
  'A tag is 1 to 50 lower-case letters (a to z), digits or . _ - and begins with a letter or digit.':
    'Ein Tag hat 1 bis 50 Kleinbuchstaben (a bis z), Ziffern oder . _ - und beginnt mit einem Buchstaben oder einer Ziffer.',
  'It must be a list of at most 1000 values, or {"attribute": "…"} for an attribute of the person.':
    'Es muss eine Liste von höchstens 1000 Werten sein, oder {"attribute": "…"} für ein Attribut der Person.',
  'It must be a text, a number, true or false, or {"attribute": "…"} for an attribute of the person.':
    'Es muss ein Text, eine Zahl, true oder false sein, oder {"attribute": "…"} für ein Attribut der Person.',
} as const;

/**
 * Sentences of rules that forms declare for a field: what the rule itself must tell, because its fault alone does not. Beside the sentence
 * stands which field it is about.
 */
export const FIELDS = {
  'Must be the name of an action, such as session.logged_in.': 'Muss der Name einer Aktion sein, wie session.logged_in.',
  'Each action must be the name of one, such as role.updated, or a beginning such as role.*.':
    'Jede Aktion muss der Name einer Aktion sein, wie role.updated, oder ein Anfang, wie role.*.',
  'Must be the name of an action, such as session.refreshed.': 'Muss der Name einer Aktion sein, wie session.refreshed.',
  'Must be a domain name such as delta.example.': 'Muss eine Domain sein, wie delta.example.',
  'Each must be one word.': 'Jeder Eintrag muss ein Wort sein.',
  'Each must have 1 to 100 characters, without control characters.': 'Jeder Eintrag muss 1 bis 100 Zeichen haben, ohne Steuerzeichen.',
  'Each must have 1 to 100 characters, without control characters or spaces around it.':
    'Jeder Eintrag muss 1 bis 100 Zeichen haben, ohne Steuerzeichen und ohne Leerzeichen am Rand.',
  'Each must have 1 to 50 characters, without control characters or spaces around it.':
    'Jeder Eintrag muss 1 bis 50 Zeichen haben, ohne Steuerzeichen und ohne Leerzeichen am Rand.',
  'Each must be 1 to 50 lower-case letters (a to z), digits, spaces or . _ : / - and begin and end with a letter or digit.':
    'Jeder Wert muss 1 bis 50 Kleinbuchstaben (a bis z), Ziffern, Leerzeichen oder . _ : / - haben und mit einem Buchstaben oder einer Ziffer beginnen und enden.',
  'Give a reason in one line without control characters.': 'Geben Sie einen Grund in einer Zeile ohne Steuerzeichen an.',
  'Must be one of the list, such as 203.0.113.7 or 2001:db8:0:1::/64.':
    'Muss eines aus der Liste sein, wie 203.0.113.7 oder 2001:db8:0:1::/64.',
  'Must be a SHA-256 digest in 64 hexadecimal digits.': 'Muss ein SHA-256-Wert aus 64 hexadezimalen Ziffern sein.',
  'There is no such permission. Use one from GET /api/v1/permissions, or `*` for all.':
    'Diese Berechtigung gibt es nicht. Nehmen Sie eines aus GET /api/v1/permissions, oder `*` für alle.',
  'Must be a time zone such as Europe/Berlin or UTC.': 'Muss eine Zeitzone sein, etwa Europe/Berlin oder UTC.',
  'Send either this or {constraint1}.': 'Senden Sie entweder dies oder {constraint1}.',
  'Must be 1 to 50 lower-case letters (a to z), digits or . _ - and begin with a letter or digit.':
    'Muss 1 bis 50 Kleinbuchstaben (a bis z), Ziffern oder . _ - haben und mit einem Buchstaben oder einer Ziffer beginnen.',
  'Must be a name such as _headgate.delta.example.': 'Muss ein Name sein, wie _headgate.delta.example.',
  'Must be true, false or {mode, ca}: mode is one of disable, require, verify-ca, verify-full, ca a certificate in PEM.':
    'Muss true, false oder {mode, ca} sein: mode ist disable, require, verify-ca oder verify-full, ca ein Zertifikat in PEM.',
  'Must be up to 20 names (a letter, then letters, digits or _, 50 at most), each with a list of up to 50 texts of 1 to 100 characters without control characters.':
    'Darf bis zu 20 Namen enthalten (ein Buchstabe, dann Buchstaben, Ziffern oder _, höchstens 50), jeden mit einer Liste von bis zu 50 Texten von 1 bis 100 Zeichen ohne Steuerzeichen.',
  'Must have {constraint1} characters at most, without NUL or broken Unicode text.':
    'Darf höchstens {constraint1} Zeichen haben, ohne NUL und ohne beschädigten Unicode-Text.',
  'It has a letter with more marks above or below it than any language writes. Take some of them away.':
    'Enthält einen Buchstaben mit mehr Zeichen darüber oder darunter, als irgendeine Sprache schreibt. Nehmen Sie einige davon weg.',
  'Must not be blank, or hold NUL or broken Unicode text.': 'Darf nicht leer sein und weder NUL noch beschädigten Unicode-Text enthalten.',
  'Must not begin or end with white space, or hold control characters.':
    'Darf nicht mit Leerraum beginnen oder enden und keine Steuerzeichen enthalten.',
  'Must not hold control characters.': 'Darf keine Steuerzeichen enthalten.',
  'Must show something, and must not hold control characters or others that show nothing.':
    'Muss etwas Sichtbares enthalten und darf weder Steuerzeichen noch andere unsichtbare Zeichen enthalten.',
  'A rule has the `kind` relation, column, tag or rows.': 'Eine Regel hat als `kind` relation, column, tag oder rows.',
  'A tag is 1 to 50 lower-case letters (a to z), digits or . _ - and begins with a letter or digit.':
    'Ein Tag hat 1 bis 50 Kleinbuchstaben (a bis z), Ziffern oder . _ - und beginnt mit einem Buchstaben oder einer Ziffer.',
  'Must be a list of at most 1000 values, or {"attribute": "…"} for an attribute of the person.':
    'Muss eine Liste von höchstens 1000 Werten sein, oder {"attribute": "…"} für ein Attribut der Person.',
  'Must be a text, a number, true or false, or {"attribute": "…"} for an attribute of the person.':
    'Muss ein Text, eine Zahl, true oder false sein, oder {"attribute": "…"} für ein Attribut der Person.',
} as const;

/** Sentences about prompt templates, their parameters and icons. */
export const PROMPT_TEMPLATES = {
  'A system template cannot be changed. A system administrator can make it an ordinary one again.':
    'Eine Systemvorlage lässt sich nicht ändern. Ein Systemadministrator kann sie wieder zu einer gewöhnlichen machen.',
  'A template of the organization has this name in another case or spelling. Write it as it is there, or choose another name.':
    'Eine Vorlage der Organisation hat diesen Namen in anderer Schreibweise. Schreiben Sie ihn wie dort, oder wählen Sie einen anderen.',
  'A template that is archived cannot be {done}.': 'Eine archivierte Vorlage lässt sich nicht {done}.',
  archived: 'archivieren',
  edited: 'bearbeiten',
  published: 'veröffentlichen',
  rendered: 'ausfüllen',
  restored: 'wiederherstellen',
  'A template that you may not write has this name. Choose another.':
    'Eine Vorlage, die Sie nicht ändern dürfen, hat diesen Namen. Wählen Sie einen anderen.',
  'Another parameter is called {name}.': 'Ein anderer Parameter heißt {name}.',
  'Choose at most {most} templates.': 'Wählen Sie höchstens {most} Vorlagen.',
  'Icons cannot be stored or read right now. Try again shortly.':
    'Symbole lassen sich gerade nicht speichern oder lesen. Versuchen Sie es gleich noch einmal.',
  'Is not known here.': 'Ist hier nicht bekannt.',
  'Is not valid.': 'Ist nicht gültig.',
  'Is required.': 'Ist nötig.',
  'Must be 1 to {most} ids with commas between them.': 'Muss 1 bis {most} IDs enthalten, durch Kommas getrennt.',
  'Must be a date and time with its offset, such as 2026-11-20T08:30:00Z.':
    'Muss ein Tag mit Uhrzeit und Abstand zu UTC sein, wie 2026-11-20T08:30:00Z.',
  'Must be a date such as 2026-11-20.': 'Muss ein Tag sein, wie 2026-11-20.',
  'Must be a list.': 'Muss eine Liste sein.',
  'There is no year 0000.': 'Ein Jahr 0000 gibt es nicht.',
  'Must be a number.': 'Muss eine Zahl sein.',
  'Must be a regular expression.': 'Muss ein regulärer Ausdruck sein.',
  'Must be a text, even for a number: "5".': 'Muss ein Text sein, auch bei einer Zahl: "5".',
  'Must be a text of 1 to {most} characters, without NUL.': 'Muss ein Text von 1 bis {most} Zeichen ohne NUL sein.',
  'Must be an object.': 'Muss ein Objekt sein.',
  'Must be at most {most} texts of 1 to {longest} characters, without NUL.': 'Höchstens {most} Texte von 1 bis {longest} Zeichen ohne NUL.',
  'Must be simpler: it repeats too much.': 'Muss einfacher sein: Der Ausdruck wiederholt zu viel.',
  'Must be the number of a version, or draft.': 'Muss die Nummer einer Version sein, oder draft.',
  'Must be the number of a version.': 'Muss die Nummer einer Version sein.',
  'Must be true or false.': 'Muss true oder false sein.',
  'Must be well-formed Unicode text.': 'Muss wohlgeformter Unicode-Text sein.',
  'Must be {limit} or less.': 'Darf höchstens {limit} sein.',
  'Must be {limit} or more.': 'Muss mindestens {limit} sein.',
  'Must be {most} or less if there is a pattern.': 'Darf mit einem Muster höchstens {most} sein.',
  'Must have at most 64 letters, digits and underscores, and not begin with a digit.':
    'Darf höchstens 64 Buchstaben, Ziffern und Unterstriche haben und nicht mit einer Ziffer beginnen.',
  'Must have at most {most}.': 'Darf höchstens {most} haben.',
  'Must have {limit} characters or fewer.': 'Darf höchstens {limit} Zeichen haben.',
  'Must have {limit} characters or more.': 'Muss mindestens {limit} Zeichen haben.',
  'Must have {limit} items or fewer.': 'Höchstens {limit:ein Eintrag|# Einträge} erlaubt.',
  'Must have {limit} items or more.': 'Mindestens {limit:ein Eintrag|# Einträge} nötig.',
  'Must match {pattern}.': 'Muss zu {pattern} passen.',
  'Must not be more than {most}.': 'Darf nicht größer als {most} sein.',
  'Must not contain NUL or broken Unicode text.': 'Darf weder NUL noch beschädigten Unicode-Text enthalten.',
  'Must not contain the same item twice.': 'Darf nichts zweimal enthalten.',
  'Must not look ahead or behind.': 'Darf nicht voraus- oder zurückschauen.',
  'Must not refer back to a group.': 'Darf nicht auf eine Gruppe zurückverweisen.',
  'No parameter has this name.': 'Kein Parameter hat diesen Namen.',
  'Nothing was edited since the last version was published. Edit the template first.':
    'Seit der letzten veröffentlichten Version wurde nichts bearbeitet. Bearbeiten Sie zuerst die Vorlage.',
  'Only a published template can become a system template. Publish it first.':
    'Nur eine veröffentlichte Vorlage kann Systemvorlage werden. Veröffentlichen Sie sie zuerst.',
  'Other organizations cannot see a template of a workspace. Move it to the organization first.':
    'Andere Organisationen sehen keine Vorlage eines Arbeitsbereichs. Verschieben Sie sie zuerst in die Organisation.',
  'Send a PNG, WebP or plain SVG picture, 4096 pixels a side at most. An SVG must not run anything or refer to other files.':
    'Senden Sie ein Bild als PNG, WebP oder einfaches SVG, höchstens 4096 Pixel je Seite. Ein SVG darf nichts ausführen und nicht auf andere Dateien verweisen.',
  'The content was changed after the export. Export it again.':
    'Der Inhalt wurde nach dem Export geändert. Exportieren Sie ihn noch einmal.',
  'The document has this name in another case or spelling too. Choose another name for one of the two.':
    'Das Dokument hat diesen Namen auch in anderer Schreibweise. Wählen Sie für einen der beiden einen anderen.',
  'The document has this name twice.': 'Das Dokument hat diesen Namen zweimal.',
  'The link has expired. Read the template again for a new one.':
    'Der Link ist abgelaufen. Lesen Sie die Vorlage noch einmal, um einen neuen zu erhalten.',
  'The organization already has a prompt template of this name. Choose another name.':
    'Die Organisation hat schon eine Prompt-Vorlage mit diesem Namen. Wählen Sie einen anderen Namen.',
  'The organization has no data source named {name}.': 'Die Organisation hat keine Datenquelle namens {name}.',
  'The organization has no data source {ids}.': 'Die Organisation hat keine Datenquelle {ids}.',
  'The placeholder {placeholder} has no parameter.': 'Zum Platzhalter {placeholder} gibt es keinen Parameter.',
  'The template of this name is a system template.': 'Die Vorlage mit diesem Namen ist eine Systemvorlage.',
  'The template of this name is archived; restore a version first.':
    'Die Vorlage mit diesem Namen ist archiviert; stellen Sie zuerst eine Version wieder her.',
  'The template was published, so its versions are kept. Archive it instead.':
    'Die Vorlage wurde veröffentlicht, deshalb bleiben ihre Versionen. Archivieren Sie sie stattdessen.',
  'The text has no placeholder {placeholder}.': 'Der Text hat keinen Platzhalter {placeholder}.',
  'The text would be longer than 64 KiB. Send shorter values.': 'Der Text würde länger als 64 KiB. Senden Sie kürzere Werte.',
  'This service did not make the link. Read the template again for a new one.':
    'Dieser Link stammt nicht von diesem Dienst. Lesen Sie die Vorlage noch einmal, um einen neuen zu erhalten.',
  'Nothing was given for {name}, so its placeholder is empty.': 'Für {name} wurde nichts angegeben, deshalb ist der Platzhalter leer.',
  'The text has double braces that are not a placeholder; they stay as they are.':
    'Der Text hat doppelte geschweifte Klammern, die kein Platzhalter sind; sie bleiben, wie sie sind.',
  'The text has no placeholder for {name}.': 'Der Text hat keinen Platzhalter für {name}.',
} as const;

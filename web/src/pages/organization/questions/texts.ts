import { catalogue } from '../../../i18n/texts';

export const texts = catalogue(
  {
    title: 'Questions in words',
    lead: 'What the language model may see when people of this organization ask their data sources in words, how many tokens it may use for that, and how long their conversations are kept.',
    settings: 'Settings',
    showsRows: 'Show rows of results to the language model',
    explained:
      'If this is off, the model sees the names, types and comments of the schema, the questions and statements of a conversation, the number of rows, and the names of their columns. It writes placeholders into its sentence, and this service fills in the values.',
    explainedOn:
      'If this is on, this service also sends up to 50 rows of each result to the language model. Its sentences become richer, but the data in those rows leaves this service and goes to the place where the model runs.',
    days: 'Days that conversations are kept',
    daysHint: 'From 1 to 3,650, counted from the last question. Leave it empty for the installation’s default.',
    tokens: 'Tokens of the language model a day',
    tokensHint: (most: string) =>
      `For all questions and templates of this organization together, counted from midnight UTC. From 1 to ${most}, the most that this installation grants. Leave it empty for the most.`,
    wrongTokens: (most: string) => `Enter a whole number from 1 to ${most}, or leave the field empty.`,
    asInstallation: 'as this installation says',
    on: 'on',
    off: 'off',
    save: 'Save',
    revert: 'Discard changes',
    saved: 'Saved.',
    changed: (when: string) => `Last changed ${when}. The audit trail records each change.`,
    never: 'These are the defaults. They have not been changed.',
    wrongDays: 'Enter a whole number from 1 to 3,650, or leave the field empty.',
  },
  {
    title: 'Fragen in Worten',
    lead: 'Was das Sprachmodell sehen darf, wenn Menschen dieser Organisation ihre Datenquellen in Worten fragen, wie viele Token es dafür verbrauchen darf, und wie lange ihre Gespräche aufbewahrt werden.',
    settings: 'Einstellungen',
    showsRows: 'Dem Sprachmodell Zeilen der Ergebnisse zeigen',
    explained:
      'Ist das aus, sieht das Modell Namen, Typen und Kommentare des Schemas, die Fragen und Anweisungen eines Gesprächs, die Zahl der Zeilen und die Namen ihrer Spalten. Es schreibt Platzhalter in seinen Satz, und dieser Dienst setzt die Werte ein.',
    explainedOn:
      'Ist das an, sendet dieser Dienst auch bis zu 50 Zeilen jedes Ergebnisses an das Sprachmodell. Dessen Sätze werden gehaltvoller, aber die Daten dieser Zeilen verlassen diesen Dienst und gehen dorthin, wo das Modell läuft.',
    days: 'Tage, die Gespräche aufbewahrt werden',
    daysHint: 'Von 1 bis 3.650, gezählt ab der letzten Frage. Leer heißt: so lange, wie diese Installation sie aufbewahrt.',
    tokens: 'Token des Sprachmodells pro Tag',
    tokensHint: (most: string) =>
      `Für alle Fragen und Vorlagen dieser Organisation zusammen, gezählt ab Mitternacht UTC. Von 1 bis ${most}; so viele gewährt diese Installation. Leer heißt: alle.`,
    wrongTokens: (most: string) => `Geben Sie eine ganze Zahl von 1 bis ${most} ein, oder lassen Sie das Feld leer.`,
    asInstallation: 'wie die Installation es vorgibt',
    on: 'an',
    off: 'aus',
    save: 'Speichern',
    revert: 'Änderungen verwerfen',
    saved: 'Gespeichert.',
    changed: (when: string) => `Zuletzt geändert ${when}. Jede Änderung steht im Protokoll.`,
    never: 'Das sind die Vorgaben. Sie wurden noch nicht geändert.',
    wrongDays: 'Geben Sie eine ganze Zahl von 1 bis 3.650 ein, oder lassen Sie das Feld leer.',
  },
);

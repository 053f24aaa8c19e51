import { catalogue } from '../../i18n/texts';

export const texts = catalogue(
  {
    yours: 'Your data',
    yoursText:
      'Everything that Headgate keeps about you, as a ZIP file of JSON lines: account, sessions, devices, memberships, questions, events. It has no secrets, no other people and no rows of queries.',
    ofOrganization: 'Export of the organization',
    ofOrganizationText:
      'Everything that the organization has set up and done, as a ZIP file of JSON lines: members, roles, policies, sources, templates, sign-on, the audit trail. It has no secrets and no rows of queries.',
    ask: 'Collect the data',
    download: 'Download the file',
    waiting: 'The data is being collected. We mail you when the file is ready. You may leave this page.',
    failed: 'The file could not be made. Ask again. If it fails once more, tell the operator of this service.',
    ready: (at: string, size: string, until: string) => `Made on ${at}, ${size} KiB. It is deleted on ${until}.`,
  },
  {
    yours: 'Ihre Daten',
    yoursText:
      'Alles, was Headgate über Sie aufbewahrt, als ZIP-Datei mit JSON-Zeilen: Konto, Sitzungen, Geräte, Mitgliedschaften, Fragen, Ereignisse. Darin sind keine Geheimnisse, keine anderen Personen und keine Zeilen von Abfragen.',
    ofOrganization: 'Export der Organisation',
    ofOrganizationText:
      'Alles, was die Organisation eingerichtet und getan hat, als ZIP-Datei mit JSON-Zeilen: Mitglieder, Rollen, Regeln, Quellen, Vorlagen, Anmeldung, das Protokoll. Darin sind keine Geheimnisse und keine Zeilen von Abfragen.',
    ask: 'Daten zusammenstellen',
    download: 'Datei herunterladen',
    waiting:
      'Die Daten werden zusammengestellt. Wir schicken Ihnen eine Mail, wenn die Datei fertig ist. Sie können diese Seite verlassen.',
    failed: 'Die Datei konnte nicht erstellt werden. Versuchen Sie es noch einmal. Gelingt es wieder nicht, sagen Sie es dem Betreiber.',
    ready: (at: string, size: string, until: string) => `Erstellt am ${at}, ${size} KiB. Sie wird am ${until} gelöscht.`,
  },
);

import { catalogue, useTexts } from '../i18n/texts';

const texts = catalogue(
  { help: 'Help', about: (what: string) => `${what}: opens a new tab` },
  { help: 'Hilfe (englisch)', about: (what: string) => `${what}: öffnet einen neuen Tab` },
);

interface HelpProps {
  /** A section of the help. A test looks each of them up. */
  readonly at: `${string}#${string}`;
  /** What it explains, as the page calls it. */
  readonly about: string;
}

/** Leads to the section of the help that explains a part of a page. In a new tab, so that nothing typed is left. */
export function Help({ at, about }: HelpProps) {
  const t = useTexts(texts);
  return (
    <a href={`/help/${at}`} hrefLang="en" target="_blank" rel="noopener" title={t.about(about)}>
      {t.help}
    </a>
  );
}

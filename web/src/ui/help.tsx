import { catalogue, useTexts } from '../i18n/texts';
import styles from './help.module.css';
import { TOPICS, type Topic } from './help-topics';

const texts = catalogue(
  { help: 'Help', about: (what: string) => `${what}: opens a new tab` },
  { help: 'Hilfe', about: (what: string) => `${what}: öffnet einen neuen Tab` },
);

interface HelpProps {
  readonly topic: Topic;
  /** What it explains, as the page calls it. */
  readonly about: string;
}

/** Leads to the contents of the help. */
export function AllHelp() {
  const t = useTexts(texts);
  return (
    <a className={styles['help']} href="/help" target="_blank" rel="noopener">
      {t.help}
    </a>
  );
}

/** Leads to the section of the help that explains a part of a page. In a new tab, so that nothing typed is left. */
export function Help({ topic, about }: HelpProps) {
  const t = useTexts(texts);
  return (
    <a className={styles['help']} href={`/help/${TOPICS[topic]}`} target="_blank" rel="noopener" title={t.about(about)}>
      {t.help}
    </a>
  );
}

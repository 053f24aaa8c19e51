import { LANGUAGES, type Language, catalogue, chooseLanguage, useLanguage, useTexts } from '../i18n/texts';
import styles from './field.module.css';

const texts = catalogue({ label: 'Language' }, { label: 'Sprache' });

export function LanguageChoice() {
  const language = useLanguage();
  const t = useTexts(texts);
  return (
    <select
      className={styles['language']}
      aria-label={t.label}
      value={language}
      onChange={({ target }) => chooseLanguage(target.value as Language)}
    >
      {Object.entries(LANGUAGES).map(([code, name]) => (
        <option key={code} value={code} lang={code}>
          {name}
        </option>
      ))}
    </select>
  );
}

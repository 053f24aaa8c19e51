import { useLanguage, useTexts } from '../../i18n/texts';
import type { DataOf, Route } from '@headgate/client';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { headgate } from '../../session/client';
import { Button } from '../../ui/button';
import { Notice } from '../../ui/notice';
import styles from './sign-in.module.css';
import { texts } from './texts';

/** The people of the demo, whose password is public. Nothing when the service is not a demo. */
export function DemoPeople({ onChoose }: { readonly onChoose: (username: string) => void }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const [data, setData] = useState<DataOf<Route<'/api/auth/sign-in-options', 'get'>> | null>(null);
  useEffect(() => {
    // Without them the form is complete all the same.
    void headgate.GET('/api/auth/sign-in-options').then(
      ({ data: read }) => setData(read ?? null),
      () => setData(null),
    );
  }, [language]);
  if (data === null || data.demo_password === null) return null;
  return (
    <Notice>
      <p>
        {t.demo} <code>{data.demo_password}</code>
      </p>
      <p>{t.demoPeople}</p>
      <ul className={styles['people']}>
        {data.demo_accounts.map(({ username, role }) => (
          <li key={username}>
            <Button onClick={() => onChoose(username)}>{username}</Button>
            <span>{role}</span>
          </li>
        ))}
      </ul>
      <Link to="/demo">{t.demoMore}</Link>
    </Notice>
  );
}

import { useTexts } from '../../i18n/texts';
import { useRead } from '../../session/read';
import { Link } from '@tanstack/react-router';
import { Button } from '../../ui/button';
import { Notice } from '../../ui/notice';
import styles from './sign-in.module.css';
import { texts } from './texts';

/** The people of the demo, whose password is public. Nothing when the service is not a demo. */
export function DemoPeople({ onChoose }: { readonly onChoose: (username: string) => void }) {
  const t = useTexts(texts);
  const { data } = useRead('/api/auth/sign-in-options', {});
  if (data === undefined || data.demo_password === null) return null;
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

import { useTexts } from '../../i18n/texts';
import { useRead } from '../../session/read';
import { Button, LinkButton } from '../../ui/button';
import { Row } from '../../ui/layout';
import { Notice } from '../../ui/notice';
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
      <Row>
        {data.demo_accounts.map(({ username, role }) => (
          <Button key={username} title={role} onClick={() => onChoose(username)}>
            {username}
          </Button>
        ))}
      </Row>
      <LinkButton to="/demo" look="quiet">
        {t.demoMore}
      </LinkButton>
    </Notice>
  );
}

import { useTexts } from '../../i18n/texts';
import { useRead } from '../../session/read';
import { Button } from '../../ui/button';
import { Row } from '../../ui/layout';
import { Notice } from '../../ui/notice';
import { texts } from './texts';

/** The people of the demo, whose password everybody may read. Nothing where the service is no demo. */
export function DemoPeople({ onChoose }: { readonly onChoose: (username: string) => void }) {
  const t = useTexts(texts);
  const options = useRead('/api/auth/sign-in-options', {}).data;
  const demo = options?.demo ?? null;
  if (demo === null) return null;
  return (
    <Notice>
      <p>
        {t.demo} <code>{demo.password}</code>
      </p>
      <p>{t.demoPeople}</p>
      <Row>
        {demo.accounts.map(({ username }) => (
          <Button key={username} onClick={() => onChoose(username)}>
            {username}
          </Button>
        ))}
      </Row>
    </Notice>
  );
}

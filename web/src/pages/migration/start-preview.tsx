import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import { useRead } from '../../session/read';
import { Card } from '../../ui/layout';
import { Shown } from '../../ui/notice';
import { useNames } from './names';
import { ObstacleList } from './obstacle-list';
import { useOrganizationId } from '../../session/organization';
import { PREVIEW, type Preview, type Wave } from './reads';
import { texts } from './wave-texts';

/** A dry run: who would move, who would stay behind, and what has to be done first. */
export function StartPreview({ wave }: { readonly wave: Wave }) {
  const t = useTexts(texts);
  const params = { path: { organization_id: useOrganizationId(), number: wave.number } };
  const preview = useRead(PREVIEW, { params });
  return (
    <Card title={t.preview}>
      <Shown of={preview}>
        {({ preview: read }) => (
          <>
            <PreviewNumbers preview={read} wave={wave} />
            {read.gates.length === 0 ? (
              <p>{t.open}</p>
            ) : (
              <>
                <p>{t.blocked}</p>
                <ObstacleList obstacles={read.gates} />
              </>
            )}
          </>
        )}
      </Shown>
    </Card>
  );
}

/** For the question before the start. */
export function StartNumbers({ wave }: { readonly wave: Wave }) {
  const params = { path: { organization_id: useOrganizationId(), number: wave.number } };
  const preview = useRead(PREVIEW, { params });
  return <Shown of={preview}>{({ preview: read }) => <PreviewNumbers preview={read} wave={wave} />}</Shown>;
}

interface NumbersProps {
  readonly preview: Preview;
  readonly wave: Wave;
}

function PreviewNumbers({ preview, wave }: NumbersProps) {
  const t = useTexts(texts);
  const names = useNames();
  const { number } = useFormats();
  const { movable, left_behind: left, sessions_to_end: sessions } = preview;
  const staying = left.reduce((sum, { users }) => sum + users, 0);
  return (
    <>
      <p>{t.movable(movable, number(movable))}</p>
      <p>{t.sessions(sessions, number(sessions), number(wave.grace_hours))}</p>
      {staying > 0 && (
        <div>
          <p>{t.leftBehind(staying, number(staying))}</p>
          <ul>
            {left.map(({ reason, users }) => (
              <li key={reason}>
                {names.reasons[reason]}: {number(users)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

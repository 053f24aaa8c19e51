import { unwrap } from '@headgate/client';
import { useTexts } from '../../i18n/texts';
import { headgate } from '../../session/client';
import { reading } from '../../session/read';
import { ExportCard } from './export-card';
import { texts } from './texts';

const PATH = '/api/v1/me/export';

export function OwnExport() {
  const t = useTexts(texts);
  return (
    <ExportCard
      title={t.yours}
      text={t.yoursText}
      path={PATH}
      read={reading(PATH)}
      ask={async () => unwrap(await headgate.POST(PATH))}
      fetchFile={async () => unwrap(await headgate.GET(`${PATH}/file`))}
      fileName="headgate-my-data.zip"
    />
  );
}

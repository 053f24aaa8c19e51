import { SourceFrame } from '../source-frame';
import { useState } from 'react';
import type { Source } from '../engines';
import { ConnectionForm } from './connection-form';
import { ConnectionTest } from './connection-test';
import { DeleteSource } from './delete-source';
import { MoveSource } from './move-source';
import { SourceLabels } from './source-labels';

export function SourceSettings() {
  return <SourceFrame part="settings">{(source) => <Settings key={source.id} source={source} />}</SourceFrame>;
}

function Settings({ source }: { readonly source: Source }) {
  const [isDirty, setDirty] = useState(false);
  return (
    <>
      <ConnectionTest source={source} isDirty={isDirty} />
      <ConnectionForm source={source} onDirty={setDirty} />
      <SourceLabels source={source} />
      <MoveSource source={source} />
      <DeleteSource source={source} />
    </>
  );
}

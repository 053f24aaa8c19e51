import { useDraft } from '../../../session/draft';

interface Typed {
  /** What was typed last for this source. */
  readonly sql: string;
  readonly type: (sql: string) => void;
  /** Puts a statement there that can be found again. */
  readonly open: (sql: string) => void;
  /** Its rows are here, so the history has it. */
  readonly ran: (sql: string) => void;
}

/** What is typed for a source. It may hold other people's data, so no store of the browser gets it. */
export function useStatement(source: number): Typed {
  const draft = useDraft<string>('statement', '', { isOfPage: true, address: `/data-sources/${source}/query`, isSame: hasNothingNew });
  return {
    sql: draft.value,
    type: draft.change,
    open: (next) => draft.begin(next),
    ran: (done) => done === draft.latest() && draft.begin(done),
  };
}

const hasNothingNew = (now: string, begun: string): boolean => now === begun || now.trim() === '';

import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { type ContentFile, Contents } from '../../application/ports/contents.js';
import type { Subject } from '../../domain/export.js';
import { FILES_OF_ORGANIZATION } from './files-of-organization.js';
import { FILES_OF_PERSON } from './files-of-person.js';

const PIECES_AT_ONCE = 200;
/** In letters. A directory may send a person of 10 MiB, and hundreds of such rows must not be in memory together. */
const LONGEST_PIECE = 65_536;

/** A line is made once, and not again for each of its pieces. These follow each other, made of one line after the other. */
const piecesOf = (sql: string): string => `
  SELECT substr(line, piece * ${LONGEST_PIECE} + 1, ${LONGEST_PIECE}) AS piece
    FROM (SELECT row_to_json(r)::text || E'\\n' AS line FROM (${sql}) r OFFSET 0) lines
   CROSS JOIN LATERAL generate_series(0, (length(line) - 1) / ${LONGEST_PIECE}) piece`;

/** Raw: reads tables of all contexts by cursors, as rows that nobody but a file needs. */
@Injectable()
export class SqlContents extends Contents {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  filesOf(subject: Subject, admittedTo: readonly number[]): readonly ContentFile[] {
    const [files, id] =
      'userId' in subject ? ([FILES_OF_PERSON, subject.userId] as const) : ([FILES_OF_ORGANIZATION, subject.organizationId] as const);
    return files.map(({ name, sql }) => ({ name, text: this.textOf(sql, sql.includes('$2') ? [id, admittedTo] : [id]) }));
  }

  private async *textOf(sql: string, values: readonly unknown[]): AsyncGenerator<readonly string[]> {
    // All rows are wanted, not the first few.
    await this.session.execute(`SELECT set_config('TimeZone', 'UTC', true), set_config('cursor_tuple_fraction', '1', true)`);
    await this.session.execute(`DECLARE exported NO SCROLL CURSOR FOR ${piecesOf(sql)}`, values);
    let rows: { piece: string }[];
    do {
      rows = await this.session.query<{ piece: string }>(`FETCH ${PIECES_AT_ONCE} FROM exported /* ORDER BY: as the cursor makes them */`);
      if (rows.length > 0) yield rows.map(({ piece }) => piece);
    } while (rows.length === PIECES_AT_ONCE);
    await this.session.execute('CLOSE exported');
  }
}

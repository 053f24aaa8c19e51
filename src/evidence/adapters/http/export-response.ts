import type { Response } from 'express';
import { z } from 'zod';
import { component, id, moment } from '../../../platform/http/response-schemas.js';
import { sendDownload } from '../../../platform/http/send-download.js';
import { EXPORT_STATES, type Export, type ReadyExport, type Subject } from '../../domain/export.js';

export const ZIP = 'application/zip';

const EXAMPLE = {
  id: 7,
  state: 'ready' as const,
  requested_at: '2026-11-20T09:15:00.000Z',
  finished_at: '2026-11-20T09:15:04.000Z',
  expires_at: '2026-11-21T09:15:04.000Z',
  download_path: '/api/v1/me/export/file',
  size: 48211,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
};

export const ExportFile = component(
  'Export',
  z.object({
    id,
    state: z.enum(EXPORT_STATES).describe('`failed`: it could not be made; ask again, or the operator of the service.'),
    requested_at: moment,
    finished_at: moment.nullable(),
    expires_at: moment.nullable().describe('When it is deleted: a day after it was finished.'),
    download_path: z.string().nullable().describe('Where to `GET` the file; `null` while there is none.'),
    size: z.int().min(0).nullable().describe('In bytes.'),
    sha256: z.string().nullable().describe('Of the file, in hexadecimal.'),
  }),
  EXAMPLE,
);

export const ExportOrNone = ExportFile.nullable().meta({
  description: '`null` when there is none, or its day is over.',
  examples: [EXAMPLE],
});

/** What an export looks like before it is made. */
export const WAITING = { state: 'waiting', finished_at: null, expires_at: null, download_path: null, size: null, sha256: null } as const;

export function toExport({
  id: exportId,
  state,
  requestedAt,
  finishedAt,
  expiresAt,
  size,
  sha256,
  organizationId,
}: Export): z.infer<typeof ExportFile> {
  const place = organizationId === null ? '/api/v1/me' : `/api/v1/organizations/${organizationId}`;
  return {
    id: exportId,
    state,
    requested_at: requestedAt.toISOString(),
    finished_at: finishedAt?.toISOString() ?? null,
    expires_at: expiresAt?.toISOString() ?? null,
    download_path: state === 'ready' ? `${place}/export/file` : null,
    size,
    sha256,
  };
}

export function sendExport(
  response: Response,
  subject: Subject,
  { file, parts }: { readonly file: ReadyExport; readonly parts: AsyncIterable<Uint8Array> },
): Promise<void> {
  const whose = 'userId' in subject ? 'my-data' : `organization-${subject.organizationId}`;
  const name = `headgate-${whose}-${file.requestedAt.toISOString().slice(0, 10)}.zip`;
  return sendDownload(response, { name, type: ZIP, parts, length: file.size });
}

import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../app.module.js';
import { loadConfig } from '../platform/config/config.js';
import { AesSecretBox } from '../platform/crypto/aes-secret-box.js';
import { MasterKeys } from '../platform/crypto/master-keys.js';
import { unconnected } from '../platform/database/connect.js';
import { apiDocument } from '../platform/http/openapi.js';
import { createLogger } from '../platform/logging/logger.js';
import { SystemClock } from '../platform/time/system-clock.js';

// node dist/src/cli/api-document.js <file>
// Writes the API document, as /openapi.json shows it, without a database: nothing of the application is made.
const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Say which file to write.');
const config = loadConfig({});
// Complete, but idle: no connection is opened, and nothing is sealed.
const described = AppModule.on(
  {
    config,
    logger: createLogger('silent'),
    dataSource: unconnected(),
    databaseUrl: 'postgres://localhost/none',
    secretBox: new AesSecretBox(MasterKeys.of([randomBytes(32)])),
    clock: new SystemClock(),
  },
  [],
);
const app = await NestFactory.create(described, { preview: true, abortOnError: false, logger: false });
await writeFile(file, `${JSON.stringify(apiDocument(app, config.http.publicUrl), null, 2)}\n`);

import 'reflect-metadata';
import { writeFile } from 'node:fs/promises';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../app.module.js';
import { loadConfig } from '../platform/config/config.js';
import { apiDocument } from '../platform/http/openapi.js';
import type { Foundations } from '../platform/platform.module.js';

// node dist/src/cli/api-document.js <file>
// Writes the API document, as /openapi.json shows it, without a database: nothing of the application is made.
const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Say which file to write.');
const config = loadConfig({});
const described = AppModule.on({ config, logger: console } as unknown as Foundations);
const app = await NestFactory.create(described, { preview: true, abortOnError: false, logger: false });
await writeFile(file, `${JSON.stringify(apiDocument(app, config.http.publicUrl), null, 2)}\n`);

// node scripts/api-document.mjs <file>
// Writes the API document of the built program, as /openapi.json shows it, without a database: nothing of the application is started.
import 'reflect-metadata';
import { writeFile } from 'node:fs/promises';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../dist/src/app.module.js';
import { loadConfig } from '../dist/src/platform/config/config.js';
import { apiDocument } from '../dist/src/platform/http/openapi.js';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Say which file to write.');
const config = loadConfig({});
const options = { preview: true, abortOnError: false, logger: false };
const app = await NestFactory.create(AppModule.on({ config, logger: console }), options);
await writeFile(file, `${JSON.stringify(apiDocument(app, config.http.publicUrl), null, 2)}\n`);

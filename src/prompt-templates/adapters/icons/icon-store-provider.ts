import { Config } from '../../../platform/config/config.js';
import { IconLinks, IconStore } from '../../application/ports/template-icons.js';
import { DirectoryIconStore } from './directory-icon-store.js';
import { S3IconStore } from './s3-icon-store.js';

export const ICON_STORE = {
  provide: IconStore,
  useFactory: ({ icons: { s3, directory } }: Config, links: IconLinks): IconStore =>
    s3 === undefined ? new DirectoryIconStore(directory, links) : new S3IconStore(s3),
  inject: [Config, IconLinks],
};

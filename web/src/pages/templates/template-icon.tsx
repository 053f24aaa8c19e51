import type { Template } from './template';
import styles from './templates.module.css';

/**
 * The picture that a template was given, or the one made for it. A picture on another host is not shown: these pages
 * load nothing foreign.
 */
export function TemplateIcon({ of }: { readonly of: Pick<Template, 'icon_presigned_url'> }) {
  const { pathname, search } = new URL(of.icon_presigned_url, location.origin);
  if (!pathname.startsWith('/icons/')) return <span className={styles['icon']} />;
  return <img className={styles['icon']} src={pathname + search} alt="" width="40" height="40" loading="lazy" />;
}

import Download from 'lucide-react/icons/download';
import type { MouseEvent } from 'react';
import { apiUrl } from '#web/app/addresses.ts';
import { buttonClass } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';

type CsvFilter = Record<string, string | null | undefined>;

/** A link to a list as a file, which the server streams and the browser saves, however long it is. */
export function SaveAsCsv({ list, filter }: { list: 'messages' | 'audit-log'; filter: CsvFilter }) {
  const href = apiUrl(csvPath(list, filter));
  return (
    <a
      className={buttonClass({ look: 'quiet' })}
      href={href}
      download
      {...(import.meta.env.API_URL && { onClick: (event: MouseEvent) => saveElsewhere(event, href, list) })}
    >
      <Icon of={Download} /> Save as CSV
    </a>
  );
}

/** The address of a list with the parts of its filter that are set. */
export function csvPath(list: string, filter: CsvFilter): string {
  const set = Object.entries(filter).flatMap(([name, value]) => (value ? [[name, value]] : []));
  const query = new URLSearchParams(set).toString();
  return `/desk/${list}.csv${query && `?${query}`}`;
}

/** From a page of another origin, whose links carry no session, the file is fetched first. */
function saveElsewhere(event: MouseEvent, href: string, list: string): void {
  event.preventDefault();
  void import('./save-elsewhere.ts').then(({ saveFetched }) => saveFetched(href, `${list}.csv`));
}

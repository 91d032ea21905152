import type { ReactNode } from 'react';
import { FlatLine } from '#web/ui/VoiceLine.tsx';
import { DocumentTitle } from './DocumentTitle.tsx';

/** A page with little text: a title, the flat line, a heading, a lead and optional actions. */
export function PlainPage({
  title,
  heading,
  lead,
  children,
}: {
  title: string;
  heading: ReactNode;
  lead: ReactNode;
  children?: ReactNode;
}) {
  return (
    <main className="wrap empty" id="main" tabIndex={-1}>
      <DocumentTitle>{title}</DocumentTitle>
      <h1>{title}</h1>
      <div className="empty-line">
        <FlatLine />
      </div>
      <h2>{heading}</h2>
      <p className="lead quiet">{lead}</p>
      {children && <div className="row">{children}</div>}
    </main>
  );
}

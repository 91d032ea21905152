import type { ReactNode } from 'react';
import { Link } from '#web/app/Link.tsx';
import { Brand } from '#web/ui/Brand.tsx';
import { loops, speech } from '#web/ui/voice-line.ts';

const spokenLine = loops(speech('breath', 24, 0.62), { width: 450, height: 50, x: 80, y: 54 });

/** The layout of sign-in pages: a cloth side with a quotation, and a form beside it. */
export function SideLayout({ children }: { children: ReactNode }) {
  return (
    <div className="split">
      <aside className="side cloth" aria-label="Evertold">
        <Link className="brand" to="/">
          <Brand />
        </Link>
        <div className="side-in">
          <blockquote className="told-title">“You could tell by the breath.”</blockquote>
          <div className="side-line only-desk">
            <svg className="line" viewBox="0 0 640 57" width="640" height="57" aria-hidden="true">
              <path d={`M0 54H80${spokenLine}`} />
              <path d="M530 54H1400" />
            </svg>
          </div>
          <p className="quiet">Alma, who put calls through for eight years</p>
        </div>
      </aside>
      <main id="main" tabIndex={-1}>
        <div className="form">{children}</div>
      </main>
    </div>
  );
}

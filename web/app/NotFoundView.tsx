import { buttonClass } from '#web/ui/Button.tsx';
import { loops, speech } from '#web/ui/voice-line.ts';
import { Link } from './Link.tsx';

// The voice line, followed by a cord that hangs down to its unplugged end.
const cord = `${loops(speech('not-found', 22), { width: 560, height: 60, y: 90 })}c40 0 60 22 92 22 30 0 36 -30 62 -34`;

/**
 * Shown when nothing exists at this address, or nothing that this user may see. `home` is the link to go to instead.
 */
export function NotFoundView({
  home = { to: '/', title: 'Go to the home page' },
}: {
  home?: { to: string; title: string };
}) {
  return (
    <main className="wrap oops" id="main" tabIndex={-1}>
      <div className="cut">
        <svg className="line" viewBox="0 0 1440 120" aria-hidden="true">
          <path d={cord} />
          <path className="plug" d="M712 66l22 -9 6 14 -22 9z M737 58l14 -6 M742 69l14 -6" />
          <g>
            <circle className="socket" cx="850" cy="66" r="13" />
            <circle className="socket dot" cx="850" cy="66" r="3.5" />
            <path className="socket" d="M863 66C910 66 930 90 980 90H1440" />
          </g>
        </svg>
      </div>
      <h1>Not Found</h1>
      <p className="lead quiet">There is nothing at this address, or it is not shared with you.</p>
      <div className="row">
        <Link className={buttonClass()} to={home.to}>
          {home.title}
        </Link>
        <button type="button" className={buttonClass({ look: 'quiet' })} onClick={() => history.back()}>
          Back
        </button>
      </div>
    </main>
  );
}

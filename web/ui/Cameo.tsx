import { type CSSProperties, useState } from 'react';
import { cameoRings, cameoTone, initialsOf } from './voice-line.ts';

/**
 * A person in an oval: their photo, or rings in a colour of their own with initials. Below 4 rem the rings are simpler.
 */
export function Cameo({
  of,
  name = '',
  initials = initialsOf(name),
  photo,
  width = 3,
  label,
}: {
  /** The person's id: the rings and their colour depend on it alone, so they are the same everywhere. */
  of: string;
  name?: string;
  /** For somebody whose whole name isn't known here. */
  initials?: string;
  photo?: string | null | undefined;
  /** Width in rem. */
  width?: number;
  /** The accessible name, where no visible name stands beside it. */
  label?: string;
}) {
  // A photo that fails to load is replaced by the rings: the CSP blocks photos on other sites, such as a provider’s.
  const [failedPhoto, setFailedPhoto] = useState<string | null>(null);
  const ariaProps = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true };
  const style = { '--w': `${width}rem` } as CSSProperties;
  return (
    <span className={`cameo cameo-${cameoTone(of)}`} style={style} {...ariaProps}>
      {photo && photo !== failedPhoto ? (
        <img src={photo} alt="" onError={() => setFailedPhoto(photo)} />
      ) : (
        <Rings of={of} initials={initials} small={width < 4} />
      )}
    </span>
  );
}

function Rings({ of, initials, small }: { of: string; initials: string; small: boolean }) {
  return (
    <>
      <svg viewBox="0 0 80 100" aria-hidden="true">
        <ellipse cx="40" cy="50" rx="40" ry="50" fill="var(--cameo-ground)" />
        <g fill="none" stroke="var(--cameo-line)" strokeWidth={small ? 1.5 : 1.1}>
          {cameoRings(of, small).map((d) => (
            <path key={d} d={d} />
          ))}
          <ellipse cx="40" cy="50" rx="38.6" ry="48.6" />
        </g>
      </svg>
      <b>{initials}</b>
    </>
  );
}

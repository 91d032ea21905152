/** An icon from plain path data, for pages that must load as little as possible. */
export function PathIcon({ d }: { d: string }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={d} />
    </svg>
  );
}

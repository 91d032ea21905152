/** An icon as bare paths, for the pages that load nothing they can do without. */
export function PathIcon({ d }: { d: string }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={d} />
    </svg>
  );
}

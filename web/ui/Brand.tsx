/** The logo with the name beside it, for use inside a link of class `brand`. */
export function Brand({ name = 'Evertold' }: { name?: string }) {
  return (
    <>
      <svg viewBox="0 0 42 24" aria-hidden="true">
        <path d="M1 22C14 22 33 18 33 9.500 33 5 30 2.500 26.500 2.500 22 2.500 19 6.500 19 11.500 19 18 27 22 41 22" />
      </svg>
      {name}
    </>
  );
}

/**
 * The page's name, as the browser shows it and as a reader hears it on arrival. Pages that anybody may come upon say in
 * a sentence what is on them, for those who look for it elsewhere.
 */
export function DocumentTitle({ children, about }: { children: string; about?: string }) {
  return (
    <>
      <title>{`${children} · Evertold`}</title>
      {about && <meta name="description" content={about} />}
    </>
  );
}

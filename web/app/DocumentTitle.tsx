/** The page's name, as the browser shows it and as a reader hears it on arrival. */
export function DocumentTitle({ children }: { children: string }) {
  return <title>{`${children} · Evertold`}</title>;
}

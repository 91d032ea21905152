/** The path of the page of the places; with a name, it opens that place. */
export function placesPath(subjectId: string, name?: string): string {
  const search = name ? `?${new URLSearchParams({ place: name })}` : '';
  return `/dashboard/${encodeURIComponent(subjectId)}/places/${search}`;
}

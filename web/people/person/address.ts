/** The path of the page of the family and friends. */
export function familyPath(subjectId: string): string {
  return `/dashboard/${encodeURIComponent(subjectId)}/family-friends/`;
}

/** The path of a person’s own page. */
export function personPath(subjectId: string, personId: string): string {
  return `${familyPath(subjectId)}${encodeURIComponent(personId)}/`;
}

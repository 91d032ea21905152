/** The path of the invitation page for a pasted link or code, or null when it is neither. */
export function codeIn(pasted: string): string | null {
  const text = pasted.trim();
  const [, viewer = '', inLink] =
    /\/invite\/(viewer\/)?([A-Za-z0-9_-]{16,200})\/?(?:[?#].*)?$/.exec(text) ?? [];
  const code = inLink ?? (/^[A-Za-z0-9_-]{16,200}$/.test(text) ? text : null);
  return code && `/invite/${viewer}${code}/`;
}

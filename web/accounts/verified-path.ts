/** The page that a confirmed address lands on, which knows where to go on to. */
export function verifiedPath(returnPath: string): string {
  return `/verify-email?verified=yes&redirect=${encodeURIComponent(returnPath)}`;
}

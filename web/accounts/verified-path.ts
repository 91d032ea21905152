/** The page that a confirmation link leads to; it continues to `returnPath`. */
export function verifiedPath(returnPath: string): string {
  return `/verify-email?verified=yes&redirect=${encodeURIComponent(returnPath)}`;
}

/** The address that saves the file instead of showing it. */
export function downloadOf(address: string): string {
  return `${address}${address.includes('?') ? '&' : '?'}download=yes`;
}

/** The size of a file in words: “340 kB”, “2.4 MB”. */
export function sizeInWords(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

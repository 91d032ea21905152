/** The paragraph after which the first picture is shown where nobody chose. */
const usualPlace = 2;

/**
 * The pictures of a story by the number of paragraphs before them. Where nobody chose, the first is shown after the
 * second paragraph and the others below the text; a place after the last paragraph is below the text too.
 */
export function placePictures<P extends { afterParagraph?: number | null }>(
  pictures: readonly P[],
  paragraphCount: number,
): Map<number, P[]> {
  const [first] = pictures;
  const placeOf = (picture: P) =>
    Math.min(picture.afterParagraph ?? (picture === first ? usualPlace : paragraphCount), paragraphCount);
  return Map.groupBy(pictures, placeOf);
}

/**
 * The photos that a file picker offers. HEIC, which iPhones take, is also named by its endings, because not every system
 * knows its type.
 */
export const pictureTypes =
  'image/jpeg,image/heic,image/heif,.heic,.heif,image/png,image/webp,image/gif,image/avif';

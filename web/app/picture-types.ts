/** iPhones and iPads, which say that they are a Mac but have a touch screen. */
const isApplePhone = /iPhone|iPad|Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1;

/**
 * The photos that a file picker offers. HEIC, which iPhones take, is also named by its endings, because not every system
 * knows its type. An iPhone itself turns its photos into JPEG where the picker doesn't name HEIC; these are read faster.
 */
export const pictureTypes = `image/jpeg,${isApplePhone ? '' : 'image/heic,image/heif,.heic,.heif,'}image/png,image/webp,image/gif,image/avif`;

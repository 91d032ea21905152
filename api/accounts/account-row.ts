/**
 * The columns of table "user" (as u) that make a `User`. They are listed by name, because a prepared statement with `*`
 * fails once a newer version adds a column.
 */
export const accountColumns = `u.id, u.name, u.sort_name as "sortName", u.email, u."emailVerified", u."confirmedEmail", u.image,
  u."phoneNumber", u."phoneNumberVerified", u.phone_since as "phoneSince", u.role, u.banned, u."banReason",
  u."banExpires", u."createdAt", u."updatedAt"`;

/**
 * The columns of table "user" (as u) that make a `User`. By name: a prepared statement fails once a column more comes
 * with `*`, as when a new version migrates beside this one.
 */
export const accountColumns = `u.id, u.name, u.email, u."emailVerified", u."confirmedEmail", u.image,
  u."phoneNumber", u."phoneNumberVerified", u.phone_since as "phoneSince", u.role, u.banned, u."banReason",
  u."banExpires", u."createdAt", u."updatedAt"`;

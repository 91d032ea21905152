/** The signed-in caller of one request or socket. */
export type Viewer = {
  userId: string;
  sessionId: string;
  name: string;
  email: string;
  admin: boolean;
  /** When they last signed in or confirmed their password; null for a key. */
  provenAt: Date | null;
  /** The admin who impersonates this user. */
  impersonatorId: string | null;
  /** The partner's key that acts as this user, with its narrower rights. */
  key: PartnerKey | null;
  /** The request comes from a page of another origin, whose file requests carry no cookies. */
  elsewhere?: boolean;
};

/** An API key as read for this request. */
export type PartnerKey = {
  id: string;
  scopes: readonly string[];
  /** The only subjects it can access; null: all of the user's. */
  subjectIds: readonly string[] | null;
  expiresAt: Date;
};

/** Whether an impersonating admin or a partner's key acts for the user. */
export function actsForAnother({ impersonatorId, key }: Viewer): boolean {
  return impersonatorId !== null || key !== null;
}

/** The owner of the budget and limits: a key has its own. */
export function payerOf({ userId, key }: Viewer): string {
  return key?.id ?? userId;
}

/** The request's origin as stored in the ledger and the audit log. */
export type Origin = {
  requestId: string;
  ipAddress: string | null;
  userAgent: string | null;
};

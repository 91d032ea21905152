/** Who is asking: an account, for one request or one socket. */
export type Viewer = {
  userId: string;
  sessionId: string;
  name: string;
  email: string;
  admin: boolean;
  /** When they last showed who they are, by signing in or anew; null for a key. */
  provenAt: Date | null;
  /** The admin who acts as this user. */
  impersonatorId: string | null;
  /** The partner's key that acts as this user, narrowed to what it was made for. */
  key: PartnerKey | null;
  /** Asks from a page of another origin, which sends no cookies with what it shows. */
  elsewhere?: boolean;
};

/** A key as it was found when somebody asked with it. */
export type PartnerKey = {
  id: string;
  scopes: readonly string[];
  /** The only subjects that exist for it; null: all of the user's. */
  subjectIds: readonly string[] | null;
  expiresAt: Date;
};

/** Whether it is not the user themself who asks, but an admin as them or a partner's key. */
export function actsForAnother({ impersonatorId, key }: Viewer): boolean {
  return impersonatorId !== null || key !== null;
}

/** Who pays for what is asked, and whose places are taken: a key has its own of everything. */
export function payerOf({ userId, key }: Viewer): string {
  return key?.id ?? userId;
}

/** What of a request the ledger and the audit log keep. */
export type Origin = {
  requestId: string;
  ipAddress: string | null;
  userAgent: string | null;
};

/** Who is asking: an account, for one request or one socket. */
export type Viewer = {
  userId: string;
  sessionId: string;
  name: string;
  email: string;
  admin: boolean;
  /** The admin who acts as this user. */
  impersonatorId: string | null;
};

/** What of a request the ledger and the audit log keep. */
export type Origin = {
  requestId: string;
  ipAddress: string | null;
  userAgent: string | null;
};
